import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useStorageFailure } from '#src/client/state/storage-health.ts';
import { commonTexts, storageTexts as texts } from '#src/client/texts/common-texts.ts';
import { reloadWhenBack } from './reload-when-back.ts';
import styles from './crash-guard.module.css';

type Fault = 'none' | 'part-missing' | 'of-the-program';

/** Error texts for a module that failed to load: Chromium, Firefox, WebKit. */
const partMissing =
  /dynamically imported module|error loading dynamically|importing a module script|unable to preload/i;

/**
 * Error boundary: a fault in a screen, or a chunk that failed to load, leaves a page with an explanation and
 * a way on. It and its imports are in the first bundle.
 */
export class CrashGuard extends Component<{ children: ReactNode }, { fault: Fault }> {
  override state: { fault: Fault } = { fault: 'none' };

  static getDerivedStateFromError(error: unknown): { fault: Fault } {
    const isPart = error instanceof Error && partMissing.test(error.message);
    return { fault: isPart ? 'part-missing' : 'of-the-program' };
  }

  /** The fault log listens to this event; a customer's phone has none. */
  override componentDidCatch(error: unknown): void {
    dispatchEvent(new CustomEvent('mercado-fault', { detail: error }));
  }

  override componentDidUpdate(): void {
    if (this.state.fault === 'part-missing') reloadWhenBack();
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === 'none') return this.props.children;
    const isPart = fault === 'part-missing';
    return (
      <main className={styles.page}>
        <h1>{isPart ? commonTexts.partMissing : commonTexts.somethingFailed}</h1>
        <p>{isPart ? commonTexts.partMissingNote : commonTexts.unknownError}</p>
        <p>{commonTexts.moneyIsSafe}</p>
        <button type="button" className={styles.again} onClick={reload}>
          {commonTexts.tryAgain}
        </button>
      </main>
    );
  }
}

function reload(): void {
  location.reload();
}

/** Covers every screen once this device has failed to store money. */
export function StorageFailure() {
  const reason = useStorageFailure();
  return reason === '' ? null : <RedScreen reason={reason} />;
}

/** Above everything and blocking it: only a reload removes it. */
function RedScreen({ reason }: { reason: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      role="alertdialog"
      aria-labelledby="storage-failure"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h1 id="storage-failure">{texts.title}</h1>
      <p className="strong">{texts.dont}</p>
      <p>{texts.kept}</p>
      <p>{texts.whatToDo}</p>
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        {texts.again}
      </button>
      <p className={styles.reason}>{`${texts.reason}: ${reason}`}</p>
    </dialog>
  );
}
