import { Suspense, lazy } from 'react';

/** When the drawings fail to load on a weak link, the figure alone is shown instead of an error page. */
const Notes = lazy(() =>
  import('#src/client/ui/notes/notes.tsx').then(
    (m) => ({ default: m.Notes }),
    () => ({ default: () => null }),
  ),
);

interface AmountNotesProps {
  amount: number;
  size?: 'line' | 'panel' | 'full';
  ink?: 'colours' | 'black';
  className?: string | undefined;
}

/** An amount as notes and coins. The drawings are a separate chunk, so that no first page waits for them. */
export function AmountNotes(props: AmountNotesProps) {
  return (
    <Suspense fallback={<span hidden data-undrawn />}>
      <Notes {...props} />
    </Suspense>
  );
}
