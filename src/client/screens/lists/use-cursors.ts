import { useState } from 'react';

/** Pages of an unbounded list, one after the other. */
export function useCursors() {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    reset: () => setCursors([]),
    /** `nextCursor` of the page shown: null on the last. */
    steps: (nextCursor: string | null) => ({
      onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
      onNext: nextCursor === null ? undefined : () => setCursors([...cursors, nextCursor]),
    }),
  };
}
