import { useEffect, useRef } from 'react';
import { useStorageFailure } from '#src/client/state/storage-health.ts';
import { storageTexts as texts } from '#src/client/texts/common-texts.ts';
import styles from './storage-failure.module.css';

/** Covers every screen once money could not be stored on this device. */
export function StorageFailure() {
  const reason = useStorageFailure();
  return reason === '' ? null : <RedScreen reason={reason} />;
}

/** Above everything that is open, and nothing behind it can be reached: only a reload takes it away. */
function RedScreen({ reason }: { reason: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useEffect(stay, []);
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      role="alertdialog"
      aria-labelledby="storage-failure"
      onCancel={(event) => event.preventDefault()}
      onClose={stay}
    >
      <h1 id="storage-failure">{texts.title}</h1>
      <p className={styles.dont}>{texts.dont}</p>
      <p>{texts.kept}</p>
      <p>{texts.whatToDo}</p>
      <button type="button" className={styles.again} onClick={() => location.reload()}>
        {texts.again}
      </button>
      <p className={styles.reason}>
        {texts.reason}: {reason}
      </p>
    </dialog>
  );
}
