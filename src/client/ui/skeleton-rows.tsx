import { appTexts } from '#src/client/texts/app-texts.ts';
import styles from './skeleton-rows.module.css';

export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label={appTexts.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} aria-hidden>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
