import { useQueries } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useMarketToday } from '#src/client/queries/markets.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { countsOfMarket, type NavCounts, type Waiting, waitingOnly } from './nav-counts.ts';

/**
 * Account types that only ADMIN approves, by the page that lists them. Stalls and points are approved by
 * their market.
 */
const approvedTypeOf: Record<string, UserType> = {
  'mercados-globales': 'GLOBAL_MARKET',
  proveedores: 'PROVEEDOR',
};

/** A market reuses the query of its home page, so the navigation's counts equal those of "Por hacer". */
export function useNavCounts(userType: UserType): NavCounts {
  const today = useMarketToday({ enabled: userType === 'GLOBAL_MARKET' }).data;
  const accounts = useWaitingAccounts(userType === 'ADMIN');
  if (userType === 'GLOBAL_MARKET') return today === undefined ? new Map() : countsOfMarket(today);
  return waitingOnly(accounts);
}

function useWaitingAccounts(isAsked: boolean): [string, Waiting][] {
  const types = isAsked ? Object.entries(approvedTypeOf) : [];
  const counts = useQueries({
    queries: types.map(([, userType]) => ({
      queryKey: keys.accounts.list(userType, 'waiting'),
      queryFn: async () =>
        unwrap(await callServer(accountCalls.listUsers, { query: { userType, limit: 1 } })).counts.PENDIENTE,
      staleTime: 60_000,
    })),
  });
  return types.map(([path], place) => [path, { count: counts[place]?.data ?? 0, isUrgent: false }]);
}
