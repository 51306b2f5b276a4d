import { useQuery } from '@tanstack/react-query';
import { readMarketToday } from '#src/client/api/market-today.ts';
import { take } from '#src/client/queries/call-failure.ts';

/** The figures of a market's home. Under the key of today's figures: what happens refreshes both. */
export function useMarketToday() {
  return useQuery({
    queryKey: ['today', 'market'],
    queryFn: async () => take(await readMarketToday()),
    refetchInterval: 60_000,
    // Whoever comes back from doing something sees it done.
    staleTime: 0,
  });
}
