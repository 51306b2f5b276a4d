import { useQuery } from '@tanstack/react-query';
import { listRewards } from '#src/client/api/points.ts';
import { take } from '#src/client/queries/call-failure.ts';

/** Rewards that can be redeemed, cheapest first. */
export function useRewards() {
  return useQuery({ queryKey: ['rewards'], queryFn: async () => take(await listRewards()) });
}
