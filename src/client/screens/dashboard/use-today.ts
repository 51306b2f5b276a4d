import { useQuery } from '@tanstack/react-query';
import { readToday } from '#src/client/api/markets.ts';
import { take } from './call-failure.ts';

/** Today's figures of one's own role, and the name to greet. */
export function useToday() {
  return useQuery({
    queryKey: ['today'],
    queryFn: async () => take(await readToday()),
    refetchInterval: 60_000,
  });
}
