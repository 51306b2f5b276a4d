import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { marketCalls } from '#src/contract/calls/markets.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { take } from './call-failure.ts';

/** Today's figures of one's own role, and the name to greet. Nobody signed in: nothing is asked. */
export function useToday() {
  return useQuery({
    queryKey: ['today'],
    queryFn: async () => take(await callServer(marketCalls.readToday)),
    refetchInterval: 60_000,
    enabled: useSessionUser() !== null,
  });
}
