import { ChevronLeft, ChevronRight } from 'lucide-react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

interface ListPagerProps {
  page: number;
  /** How many rows this page shows, and what they are. */
  shown: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function ListPager({ page, shown, onPrevious, onNext }: ListPagerProps) {
  const isOnly = onPrevious === undefined && onNext === undefined;
  return (
    <div className={styles.pager}>
      <p role="status">{isOnly ? shown : `${listsTexts.page(page)} · ${shown}`}</p>
      {!isOnly && (
        <div className={styles.pages}>
          <Button
            variant="secondary"
            size="row"
            keepIcon
            icon={ChevronLeft}
            disabled={onPrevious === undefined}
            onClick={onPrevious}
          >
            {commonTexts.previous}
          </Button>
          <Button
            variant="secondary"
            size="row"
            keepIcon
            trailing={ChevronRight}
            disabled={onNext === undefined}
            onClick={onNext}
          >
            {commonTexts.next}
          </Button>
        </div>
      )}
    </div>
  );
}
