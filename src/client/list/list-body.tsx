import type { ReactNode } from 'react';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';

export interface ListQuery {
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

interface ListBodyProps<Data> {
  /** Left out: the data is here already. */
  query?: ListQuery | undefined;
  /** Undefined while loading. */
  data: Data | undefined;
  isEmpty?: boolean;
  empty?: ReactNode;
  skeletonRows?: number;
  /** Drawn without the table's sheet. */
  bare?: boolean;
  children: (data: Data) => ReactNode;
}

/** Renders every state of a list: loading, refused or unreachable, empty, loaded, and loaded but stale. */
export function ListBody<Data>(props: ListBodyProps<Data>) {
  const { query, data, isEmpty = false, empty, skeletonRows = 5, bare = false, children } = props;
  if (data === undefined && query !== undefined && query.error !== null)
    return <QueryProblem error={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined) return <SkeletonRows rows={skeletonRows} />;
  return (
    <>
      {query !== undefined && <StaleNotice query={query} />}
      {isEmpty ? (
        empty
      ) : (
        <div className={bare ? 'stack' : 'sheet'} aria-busy={query?.isFetching}>
          {children(data)}
        </div>
      )}
    </>
  );
}

/** Warns that the last reload failed and the list shown is older. */
export function StaleNotice({ query }: { query: { error: Error | null; dataUpdatedAt: number } }) {
  const { error, dataUpdatedAt } = query;
  return error !== null && <Notice kind="pending">{listsTexts.stale(timeText(dataUpdatedAt))}</Notice>;
}
