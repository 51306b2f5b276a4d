import { Suspense, lazy } from 'react';

const Notes = lazy(() => import('#src/client/ui/notes/notes.tsx').then((m) => ({ default: m.Notes })));

interface AmountNotesProps {
  amount: number;
  size?: 'line' | 'panel' | 'full';
}

/** An amount as notes and coins where the first page must not wait for the drawings: they come after the figure. */
export function AmountNotes(props: AmountNotesProps) {
  return (
    <Suspense>
      <Notes {...props} />
    </Suspense>
  );
}
