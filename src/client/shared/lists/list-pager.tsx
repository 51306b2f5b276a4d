import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

interface PagerProps {
  /** How many rows this page shows, and what they are. */
  shown: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** What is shown, and the way to the pages beside it where there are any. */
export function Pager({ shown, onPrevious, onNext }: PagerProps) {
  return (
    <div className={styles.pager}>
      <p role="status">{shown}</p>
      {(onPrevious !== undefined || onNext !== undefined) && (
        <div className={styles.pages}>
          <Button {...stepOf(onPrevious)} icon={ChevronLeft}>
            {commonTexts.previous}
          </Button>
          <Button {...stepOf(onNext)} trailing={ChevronRight}>
            {commonTexts.next}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A step that cannot be taken stays in its place. */
function stepOf(onClick: (() => void) | undefined) {
  return {
    variant: 'secondary',
    size: 'row',
    keepIcon: true,
    disabled: onClick === undefined,
    onClick,
  } as const;
}

/** The same for a list that does not know how many there are: it says which page this is. */
export function ListPager({ page, shown, ...steps }: PagerProps & { page: number }) {
  const isOnly = steps.onPrevious === undefined && steps.onNext === undefined;
  return <Pager shown={isOnly ? shown : `${listsTexts.page(page)} · ${shown}`} {...steps} />;
}

/** Pages of an unbounded list, one after the other. */
export function useCursors() {
  const [cursors, setCursors] = useState<string[]>([]);
  const reset = () => setCursors([]);
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    reset,
    /** A setter of what is asked for: whatever changes, the first page is shown. */
    fromStart<Value>(set: (value: Value) => void) {
      return (value: Value) => {
        set(value);
        reset();
      };
    },
    /** `nextCursor` of the page shown: null on the last. */
    steps: (nextCursor: string | null) => ({
      onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
      onNext: nextCursor === null ? undefined : () => setCursors([...cursors, nextCursor]),
    }),
  };
}
