import { Suspense, lazy } from 'react';
import type { NotesProps } from '#src/client/ui/notes/notes.tsx';

/** When the drawings fail to load on a weak link, the figure alone is shown instead of an error page. */
const Notes = lazy(() =>
  import('#src/client/ui/notes/notes.tsx').then(
    (m) => ({ default: m.Notes }),
    () => ({ default: () => null }),
  ),
);

/** An amount as notes and coins. The drawings are a separate chunk, so that no first page waits for them. */
export function AmountNotes(props: NotesProps) {
  return (
    <Suspense fallback={<span hidden data-undrawn />}>
      <Notes {...props} />
    </Suspense>
  );
}
