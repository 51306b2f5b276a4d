import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { IssuedVoucher } from '#src/client/shared/voucher/issued-voucher.tsx';
import { conflictStateTexts, conflictsTexts as texts } from '#src/client/texts/settlement-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { settlementCalls } from '#src/contract/settlement/calls.ts';
import { type Conflict, type ConflictState, conflictStates } from '#src/contract/settlement/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { AssignDialog, ConflictRow } from './assign-dialog.tsx';

type Filter = ConflictState | 'all';

/** Lines that wait for a manager, or the new voucher of a top-up that was just decided. */
export function ConflictsScreen() {
  const [issued, setIssued] = useState<TopUpReceipt | null>(null);
  const [isBack, setBack] = useState(false);
  const goBack = () => {
    setIssued(null);
    setBack(true);
  };
  if (issued === null) return <ConflictList isBack={isBack} onIssued={setIssued} />;
  return (
    <>
      <h1>{texts.title}</h1>
      <IssuedVoucher receipt={issued} again={texts.printed} onAgain={goBack} />
    </>
  );
}

interface ConflictListProps {
  /** The manager returns from a voucher: the title takes the focus. */
  isBack: boolean;
  onIssued: (receipt: TopUpReceipt) => void;
}

/** Shortfalls and other conflicts of offline operations. Every line waits for a manager. */
function ConflictList({ isBack, onIssued }: ConflictListProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [asked, setAsked] = useState<Conflict | null>(null);
  const query = useInfiniteQuery({
    queryKey: keys.conflicts.list(filter),
    queryFn: async ({ pageParam }) =>
      unwrap(
        await callServer(settlementCalls.listConflicts, {
          query: {
            ...(filter === 'all' ? {} : { state: filter }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const counts = query.data?.pages[0]?.counts;
  const items = query.data?.pages.flatMap((page) => page.items);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chips = [
    { value: 'all' as const, label: texts.all, count: total },
    ...conflictStates.map((state) => ({
      value: state,
      label: conflictStateTexts[state],
      count: counts?.[state],
    })),
  ].filter(({ value, count }) => value === 'all' || value === filter || count !== 0);
  return (
    <>
      <h1 ref={isBack ? focusOnMount : null} tabIndex={-1}>
        {texts.title}
      </h1>
      <p>{texts.intro}</p>
      <FilterChips<Filter> label={texts.filters} chips={chips} chosen={filter} onChoose={setFilter} />
      {query.isPending && <SkeletonRows rows={4} />}
      {query.error !== null && items === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {items?.length === 0 && <EmptyList drawing="sun" title={texts.none} note={texts.noneNote} />}
      <ul className="stack-12">
        {items?.map((conflict) => (
          <ConflictRow key={conflict._id} conflict={conflict} onSee={() => setAsked(conflict)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      {asked !== null && <AssignDialog conflict={asked} onClose={() => setAsked(null)} onIssued={onIssued} />}
    </>
  );
}
