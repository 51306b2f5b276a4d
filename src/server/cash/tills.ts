import { toAmount } from '#src/contract/brands.ts';
import {
  tillCountSchema,
  type Till,
  type TillCount,
  type TillCountCommand,
  type TillCountPage,
} from '#src/contract/markets/till.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { closeTill, readIsBlind } from '#src/server/operations/cash/till-count.ts';
import type { Database } from '#src/server/store/database.ts';
import { readAccountsOf } from '#src/server/store/people.ts';
import {
  readFloatsSince,
  readLastCounts,
  readTillCounts,
  readTopUpsSince,
  readTopUpVoidsSince,
} from './reads.ts';

export type CashDeps = { database: Database; now: () => Date; timeZone: string };

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** What each till should hold: a point's own, a market's points', ADMIN all. */
export async function listTills(deps: CashDeps, actor: Actor): Promise<Till[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'RECARGA' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['cash'],
    before: null,
  });
  const balances = new Map<string, number>();
  for (const { owner, total } of sums) balances.set(owner, (balances.get(owner) ?? 0) - total);
  const points = await readAccountsOf(deps.database, 'RECARGA', { marketId, id });
  const counts = await readLastCounts(
    deps.database,
    points.map((point) => point.id),
  );
  const isBlind = await readIsBlind(deps.database, actor);
  const tills: Till[] = [];
  for (const point of points) {
    const lastCountAt = counts.get(point.id) ?? null;
    tills.push({
      topUpPointId: point.id,
      ownerName: point.owner_name,
      expected: toAmount(isBlind ? 0 : (balances.get(point.id) ?? 0)),
      topUps: isBlind ? untold : await readTopUpsSince(deps.database, point.id, lastCountAt),
      topUpVoids: isBlind ? untold : await readTopUpVoidsSince(deps.database, point.id, lastCountAt),
      floats: await readFloatsSince(deps.database, point.id, lastCountAt),
      lastCountAt: lastCountAt?.toISOString() ?? null,
      blind: isBlind,
    });
  }
  return tills;
}

const untold = { count: 0, total: toAmount(0) };

/** corte de caja, exactly once: of the point's own till, or of the one that its market names. */
export const countTill: StaffCall<CashDeps, TillCountCommand, TillCount> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const point = actor.userType === 'RECARGA' ? actor.id : (command.topUpPointId ?? actor.id);
  const { counted, expected = null, reason = '', pieces = [] } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-close', actor, body: command, opId, receiptSchema: tillCountSchema },
    (session, entry) =>
      closeTill(session, { ...entry, by: actor, market, point, counted, expected, reason, pieces }),
  );
};

export async function listTillCounts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { topUpPointId?: string | undefined },
): Promise<TillCountPage> {
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  const page = await readTillCounts(deps.database, { marketId: marketScope(actor), pointId }, query);
  if (!(await readIsBlind(deps.database, actor))) return page;
  return { ...page, items: page.items.map((count) => ({ ...count, expected: null, difference: null })) };
}
