import { useMarketToday, useWaitingAccounts } from '#src/client/queries/home-figures.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { countsOfMarket, type NavCounts, waitingOnly } from './nav-counts.ts';

/** A market reuses the query of its home page, so the navigation's counts equal those of "Por hacer". */
export function useNavCounts(userType: UserType): NavCounts {
  const today = useMarketToday({ enabled: userType === 'GLOBAL_MARKET' }).data;
  const accounts = useWaitingAccounts(userType === 'ADMIN');
  if (userType === 'GLOBAL_MARKET') return today === undefined ? new Map() : countsOfMarket(today);
  return waitingOnly(accounts.map(({ page, count }) => [page, { count, isUrgent: false }]));
}
