import { useInfiniteQuery } from '@tanstack/react-query';
import type { Outcome } from '#src/client/api/outcome.ts';
import { take } from '../dashboard/call-failure.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** An unbounded list that grows at its foot. */
export function useMore<Item>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Outcome<Page<Item>>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => take(await read(pageParam ?? undefined)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  return { query, items: query.data?.pages.flatMap((page) => page.items) };
}
