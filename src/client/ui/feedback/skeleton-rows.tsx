import { appTexts } from '#src/client/texts/common-texts.ts';
import styles from './skeleton-rows.module.css';

/**
 * `data-coming`: elements below are hidden until the rows have loaded (base.css), so that no visible element
 * moves.
 */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className="card" role="status" aria-label={appTexts.loading} data-coming>
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
