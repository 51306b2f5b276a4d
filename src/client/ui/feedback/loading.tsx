import { appTexts } from '#src/client/texts/common-texts.ts';
import { Spinner } from './spinner.tsx';
import styles from './loading.module.css';

export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Spinner size={28} />
      {appTexts.loading}
    </div>
  );
}
