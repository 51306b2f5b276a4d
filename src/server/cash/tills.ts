import { toAmount } from '#src/contract/brands.ts';
import {
  tillCountSchema,
  type Till,
  type TillCount,
  type TillCountCommand,
  type TillCountPage,
} from '#src/contract/cash/till.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { closeTill } from '#src/server/operations/cash/till-count.ts';
import { readAccountsOf } from '#src/server/records/people.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  readCeilings,
  readFloatsSince,
  readLastCounts,
  readLastHandOvers,
  readTillCounts,
  readTopUpsSince,
  readTopUpVoidsSince,
} from './reads.ts';

export type CashDeps = { database: Database; now: () => Date; timeZone: string };

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** Returns the expected cash of tills: a point's own, a market's points', or all for ADMIN. */
export async function listTills(deps: CashDeps, actor: Actor): Promise<Till[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'RECARGA' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['cash', 'in-transit'],
    before: null,
  });
  const held = { cash: new Map<string, number>(), 'in-transit': new Map<string, number>() };
  for (const { account, owner, total } of sums) {
    const of = account === 'cash' ? held.cash : held['in-transit'];
    of.set(owner, (of.get(owner) ?? 0) - total);
  }
  const accounts = await readAccountsOf(deps.database, 'RECARGA', { marketId, id });
  const points = accounts.filter(({ id: point, isApproved }) => isApproved || held.cash.has(point));
  const ids = points.map((point) => point.id);
  const counts = await readLastCounts(deps.database, ids);
  const handOvers = await readLastHandOvers(deps.database, ids);
  const ceilings = await readCeilings(deps.database, ids);
  const sinceCount = ids.map((point) => ({ point, since: counts.get(point) ?? null }));
  const sinceEmptied = sinceCount.map(({ point, since }) => ({
    point,
    since: laterOf(since, handOvers.get(point) ?? null),
  }));
  const topUps = await readTopUpsSince(deps.database, sinceEmptied);
  const topUpVoids = await readTopUpVoidsSince(deps.database, sinceEmptied);
  const floats = await readFloatsSince(deps.database, sinceCount);
  return points.map(({ id: point, owner_name: ownerName }) => ({
    topUpPointId: point,
    ownerName,
    expected: toAmount(held.cash.get(point) ?? 0),
    inTransit: toAmount(held['in-transit'].get(point) ?? 0),
    ceiling: toAmount(ceilings.get(point) ?? 0),
    topUps: topUps.get(point) ?? noMoves,
    topUpVoids: topUpVoids.get(point) ?? noMoves,
    floats: floats.get(point) ?? noMoves,
    lastCountAt: counts.get(point)?.toISOString() ?? null,
    lastHandOverAt: handOvers.get(point)?.toISOString() ?? null,
  }));
}

const noMoves = { count: 0, total: toAmount(0) };

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

/** corte de caja at the point, exactly once, by a person of the market. */
export const countTill: StaffCall<CashDeps, TillCountCommand, TillCount> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { topUpPointId: point, counted, expected, reason = '', answers = 'MARKET', pieces = [] } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-close', actor, body: command, opId, receiptSchema: tillCountSchema },
    (session, entry) =>
      closeTill(session, { ...entry, by: actor, market, point, counted, expected, reason, answers, pieces }),
  );
};

export async function listTillCounts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { topUpPointId?: string | undefined },
): Promise<TillCountPage> {
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  return readTillCounts(deps.database, { marketId: marketScope(actor), pointId }, query);
}
