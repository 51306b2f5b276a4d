import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';

/** Nothing has what was searched for. */
export function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing="lens"
      title={listsTexts.noMatchTitle(search.trim())}
      actions={
        <Button variant="secondary" onClick={onClear}>
          {listsTexts.clear}
        </Button>
      }
    >
      <p>{listsTexts.noMatch}</p>
    </EmptyState>
  );
}
