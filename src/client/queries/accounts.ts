import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { DecisionQuery } from '#src/contract/accounts/decision.ts';
import type { UserListQuery } from '#src/contract/accounts/user-list.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';
import { useReadPage } from './read-on.ts';

/** Returns a page of accounts and the number of accounts by status. A change of `version` reloads them. */
export function useAccountPage(query: UserListQuery, version = false) {
  return useReadPage(
    keys.accounts.list(query, version),
    (cursor) => callServer(accountCalls.listUsers, { query: { ...query, cursor } }),
    query.cursor,
  );
}

/** Returns approved top-up points with today's top-ups. */
export function useTopUpPoints() {
  return useRead(keys.topUpPoints.all, () => callServer(marketCalls.listTopUpPoints));
}

/** Returns one page of decisions. */
export function useDecisionPage(wanted: DecisionQuery, cursor: string | undefined, limit: number) {
  return useReadPage(
    keys.decisions.list(wanted, cursor),
    (from) => callServer(accountCalls.listDecisions, { query: { ...wanted, limit, cursor: from } }),
    cursor,
  );
}
