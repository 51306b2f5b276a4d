import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { listUsers } from '#src/client/api/users.ts';
import type { UserListQuery } from '#src/contract/user.ts';
import { take } from '../dashboard/call-failure.ts';

const pageSize = 25;

/** Stalls by name, as the server finds them, page by page. `globalMarketId`: of which market ADMIN asks. */
export function useStallOptions(of: Pick<UserListQuery, 'status' | 'globalMarketId'>) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const query = useInfiniteQuery({
    queryKey: ['stall-options', of, q],
    queryFn: async ({ pageParam }) =>
      take(
        await listUsers({
          userType: 'ESTANTE',
          sort: 'name',
          limit: pageSize,
          ...of,
          ...(q === '' ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const counts = query.data?.pages[0]?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    query,
    search,
    setSearch,
    stalls: query.data?.pages.flatMap(({ items }) => items),
    total: of.status === undefined ? all : counts?.[of.status],
    isCurrent: q === search.trim() && !query.isPlaceholderData,
    onMore: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
