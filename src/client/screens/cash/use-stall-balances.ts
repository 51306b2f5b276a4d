import { useQuery } from '@tanstack/react-query';
import { listStallBalances } from '#src/client/api/cash.ts';
import { take } from '#src/client/queries/call-failure.ts';

/** What is owed to each stall: a stall's own, or all of a market's. */
export function useStallBalances() {
  return useQuery({
    queryKey: ['stall-balances'],
    queryFn: async () => take(await listStallBalances()),
    refetchInterval: 60_000,
  });
}
