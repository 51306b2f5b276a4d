import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

interface PagerProps {
  /** Number and kind of the rows on this page. */
  shown: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Describes the rows shown, with links to the adjacent pages. */
export function Pager({ shown, onPrevious, onNext }: PagerProps) {
  return (
    <div className={`split soft ${styles.pager}`}>
      <p role="status">{shown}</p>
      {(onPrevious !== undefined || onNext !== undefined) && (
        <div className="row">
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

/** An unavailable step keeps its place, disabled. */
function stepOf(onClick: (() => void) | undefined) {
  return {
    variant: 'secondary',
    size: 'row',
    keepIcon: true,
    disabled: onClick === undefined,
    onClick,
  } as const;
}

/** The same for a list of unknown length: it shows the page number. */
export function ListPager({ page, shown, ...steps }: PagerProps & { page: number }) {
  const isOnly = steps.onPrevious === undefined && steps.onNext === undefined;
  return <Pager shown={isOnly ? shown : `${listsTexts.page(page)} · ${shown}`} {...steps} />;
}

/** State of an unbounded list that is paged by cursors. */
export function useCursors() {
  const [cursors, setCursors] = useState<string[]>([]);
  const reset = () => setCursors([]);
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    reset,
    /** Returns a setter that also goes back to the first page. */
    fromStart<Value>(set: (value: Value) => void) {
      return (value: Value) => {
        set(value);
        reset();
      };
    },
    /** `nextCursor` of the current page; null on the last. */
    steps: (nextCursor: string | null) => ({
      onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
      onNext: nextCursor === null ? undefined : () => setCursors([...cursors, nextCursor]),
    }),
  };
}
