import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Outcome } from '#src/client/api/outcome.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { readOn } from '#src/client/queries/read-on.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './lists.module.css';

const drawnAtFirst = 50;

interface DrawnRowsProps<Row> {
  rows: readonly Row[];
  /** Number of rows, in words. */
  shown?: string | undefined;
  isAll?: boolean;
  children: (drawn: readonly Row[]) => ReactNode;
}

/** Renders a long list in steps, on request. */
export function DrawnRows<Row>({ rows, shown, isAll = false, children }: DrawnRowsProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const drawn = isWhole || isAll ? rows : rows.slice(0, drawnAtFirst);
  return (
    <>
      {children(drawn)}
      {(shown !== undefined || drawn.length < rows.length) && (
        <div className={`split soft ${styles.more}`}>
          {shown !== undefined && <p role="status">{shown}</p>}
          {drawn.length < rows.length && (
            <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
              {listsTexts.showAll(rows.length)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Button at the foot of a list with more rows. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={`split soft ${styles.more}`}>
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

/** State of an unbounded list that grows at its foot. */
export function useMore<Page extends { items: unknown[]; nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Outcome<Page>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => unwrap(await readOn(read, pageParam ?? undefined, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const items = query.data?.pages.flatMap((page): Page['items'][number][] => page.items);
  return { query, items };
}
