import { useEffect, useRef } from 'react';
import { useCommands } from './commands/use-commands.ts';
import type { DiskTrouble } from './state/disk-trouble.ts';
import { noteDiskWrites } from './state/report-disk.ts';
import { storageTexts as texts } from './texts/storage-texts.ts';
import styles from './ui/crash-guard.module.css';

/** The strip or the red screen of a disk that fails or is late, until a small write succeeds. */
export function DiskTroubleShown({ trouble }: { trouble: DiskTrouble }) {
  const loadCommands = useCommands();
  const isSlow = trouble.kind !== 'unstored' || trouble.cause === 'slow';
  useEffect(() => {
    if (!isSlow) return undefined;
    return untilWritten(async () => (await loadCommands()).tryWriting(), noteDiskWrites);
  }, [isSlow, loadCommands]);
  if (trouble.kind === 'unstored') return <RedScreen {...trouble} />;
  return (
    <p className={styles.strip} role="status">
      {location.pathname === '/code-qr' ? texts.slowPhone : texts.slow}
    </p>
  );
}

/** Above everything and blocking it. */
function RedScreen({ cause, reason }: Extract<DiskTrouble, { kind: 'unstored' }>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`column ${styles.cover}`}
      role="alertdialog"
      aria-labelledby="storage-failure"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h1 id="storage-failure">{texts.title}</h1>
      <p className="strong">{texts.dont}</p>
      <p>{texts.kept}</p>
      <p>{texts.causes[cause]}</p>
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {texts.again}
      </button>
      <p className="small">{`${texts.reason}: ${reason}`}</p>
    </dialog>
  );
}

const pauseMs = 3_000;

/** Tries a small write every few seconds until one succeeds, one at a time. Returns how to stop. */
export function untilWritten(write: () => Promise<void>, onWritten: () => void): () => void {
  let isTrying = false;
  const attempt = async (): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    // A failed one is why the trouble is shown.
    const isWritten = await write().then(
      () => true,
      () => false,
    );
    isTrying = false;
    if (isWritten) onWritten();
  };
  const timer = setInterval(() => void attempt(), pauseMs);
  void attempt();
  return () => clearInterval(timer);
}
