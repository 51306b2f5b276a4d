import { Suspense, lazy } from 'react';

const Notes = lazy(() => import('#src/client/ui/notes/notes.tsx').then((m) => ({ default: m.Notes })));

interface AmountNotesProps {
  amount: number;
  size?: 'line' | 'panel' | 'full';
  ink?: 'colours' | 'black';
  className?: string | undefined;
}

/** An amount as notes and coins. The drawings are a file of their own: no first page waits for them. */
export function AmountNotes(props: AmountNotesProps) {
  return (
    <Suspense>
      <Notes {...props} />
    </Suspense>
  );
}
