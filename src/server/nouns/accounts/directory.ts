import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserListQuery, UserPage } from '#src/contract/accounts/user-list.ts';
import type { Market, TopUpPoint } from '#src/contract/markets/schemas.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import { toUser } from '#src/server/store/records/people.ts';
import { namedMarket } from './named-market.ts';
import { readMarkets, readStalls, readTopUpPoints, readUser } from './reads.ts';
import { readUserPage } from './user-pages.ts';

/** Lists and look-ups of people and markets. The market always comes from the actor, never from the request. */
export type DirectoryDeps = { database: Database; now: () => Date; timeZone: string };

/** Lists users; `query.globalMarketId` narrows the list. Another market's id is not found. */
export async function listUsers(
  deps: DirectoryDeps,
  actor: Actor,
  query: UserListQuery,
): Promise<Answer<UserPage>> {
  if (query.globalMarketId === undefined)
    return done(await readUserPage(deps.database, query, marketScope(actor)));
  const market = await namedMarket(deps, actor, query.globalMarketId);
  return market.ok ? done(await readUserPage(deps.database, query, market.value.id)) : market;
}

/**
 * Finds a user. A top-up point can find only customers, a market also its own stalls and points, and ADMIN
 * every user.
 */
export async function findUser(deps: DirectoryDeps, actor: Actor, wanted: string): Promise<Answer<User>> {
  const row = await readUser(deps.database, wanted, {
    customersOnly: actor.userType === 'RECARGA',
    marketId: marketScope(actor),
  });
  return row ? done(toUser(row)) : refuse('UNKNOWN_CUSTOMER');
}

export function listMarkets(deps: DirectoryDeps, actor: Actor): Promise<Market[]> {
  return readMarkets(deps.database, marketScope(actor));
}

export async function findMarket(deps: DirectoryDeps, actor: Actor, id: string): Promise<Answer<Market>> {
  const markets = await readMarkets(deps.database, marketScope(actor));
  const market = markets.find((one) => one._id === id || one.globalMarketId === id);
  return market ? done(market) : refuse('NOT_FOUND');
}

/** `marketCode` is null for all that the actor may see. Another market's code returns an empty list. */
export async function listTopUpPoints(
  deps: DirectoryDeps,
  actor: Actor,
  marketCode: string | null,
): Promise<TopUpPoint[]> {
  const since = startOfToday(deps.now(), deps.timeZone);
  const points = await readTopUpPoints(deps.database, marketScope(actor), since);
  return marketCode === null ? points : points.filter((point) => point.globalMarketId === marketCode);
}

/** Lists approved stalls of approved markets, or of one market by its code. Public. */
export function listStalls(deps: { database: Database }, marketCode: string | null): Promise<Stall[]> {
  return readStalls(deps.database, marketCode);
}
