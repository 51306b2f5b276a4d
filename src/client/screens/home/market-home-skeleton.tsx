import { appTexts } from '#src/client/texts/app-texts.ts';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import { FiguresBoardSkeleton } from './figures-board.tsx';
import styles from './market-home.module.css';

/** The board and the two panels below it, as tall as they usually are. */
export function MarketHomeSkeleton() {
  return (
    <div className={styles.coming} role="status" aria-label={appTexts.loading} data-coming>
      <FiguresBoardSkeleton figures={4} />
      <SkeletonRows rows={5} />
    </div>
  );
}
