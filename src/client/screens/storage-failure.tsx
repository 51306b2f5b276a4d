import { useStorageFailure } from '#src/client/state/storage-health.ts';
import { storageTexts as texts } from '#src/client/texts/storage-texts.ts';
import styles from './storage-failure.module.css';

/** Stands before every screen once money could not be written down on this device. */
export function StorageFailure() {
  const reason = useStorageFailure();
  if (reason === '') return null;
  return (
    <div className={styles.cover} role="alertdialog" aria-modal="true" aria-labelledby="storage-failure">
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
    </div>
  );
}
