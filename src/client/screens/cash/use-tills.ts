import { useQuery } from '@tanstack/react-query';
import { listTills } from '#src/client/api/cash.ts';
import { take } from '#src/client/queries/call-failure.ts';

/** What each till should hold, read again by itself: a count needs the latest. */
export function useTills() {
  return useQuery({
    queryKey: ['tills'],
    queryFn: async () => take(await listTills()),
    refetchInterval: 30_000,
  });
}
