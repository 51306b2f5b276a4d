import { Suspense, lazy } from 'react';

/** Drawings that do not come over a dying line leave the figure standing, and not a page that has failed. */
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

/** An amount as notes and coins. The drawings are a file of their own: no first page waits for them. */
export function AmountNotes(props: AmountNotesProps) {
  return (
    <Suspense fallback={<span hidden data-coming />}>
      <Notes {...props} />
    </Suspense>
  );
}
