import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { DecisionQuery } from '#src/contract/accounts/decision.ts';
import type { UserListQuery } from '#src/contract/accounts/user-list.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';
import { readOn } from './read-on.ts';

/** One page of accounts and how many there are by status. `version` changes when they are to be read again. */
export function useAccountPage(query: UserListQuery, version = false) {
  return useRead(
    keys.accounts.list(query, version),
    ({ signal }) =>
      readOn(
        (cursor) => callServer(accountCalls.listUsers, { query: { ...query, cursor } }),
        query.cursor,
        signal,
      ),
    { keepsPrevious: true },
  );
}

/** Approved top-up points with what they took today. */
export function useTopUpPoints() {
  return useRead(keys.topUpPoints.all, () => callServer(marketCalls.listTopUpPoints));
}

/** One page of what was decided. */
export function useDecisionPage(wanted: DecisionQuery, cursor: string | undefined, limit: number) {
  return useRead(
    keys.decisions.list(wanted, cursor),
    ({ signal }) =>
      readOn(
        (from) => callServer(accountCalls.listDecisions, { query: { ...wanted, limit, cursor: from } }),
        cursor,
        signal,
      ),
    { keepsPrevious: true },
  );
}
