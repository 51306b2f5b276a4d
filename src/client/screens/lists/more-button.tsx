import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** At the foot of a list that has more. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button
        variant="secondary"
        size="row"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {listsTexts.more}
      </Button>
    </div>
  );
}
