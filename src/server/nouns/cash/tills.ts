import { calls } from '#src/contract/calls.ts';
import type { Till, TillCeilingCommand } from '#src/contract/cash/till.ts';
import { receiveCash as receive } from '#src/operations/cash-received/post.ts';
import { fillTill } from '#src/operations/till-float/post.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { lockTill } from '#src/server/ledger/locked-till.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readAccountsOf } from '#src/server/store/records/people.ts';
import { updateRow } from '#src/server/store/rows.ts';
import { readTills } from './reads.ts';

export type CashDeps = { database: Database; now: () => Date; timeZone: string };

/** Returns the expected cash of tills: a point's own, a market's points', or all for ADMIN. */
export async function listTills(deps: CashDeps, actor: Actor): Promise<Till[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'RECARGA' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['cash'],
    before: null,
  });
  const cash = new Map<string, number>();
  for (const { owner, total } of sums) cash.set(owner, (cash.get(owner) ?? 0) - total);
  const accounts = await readAccountsOf(deps.database, 'RECARGA', { marketId, id });
  const points = accounts.filter(({ id: point, isApproved }) => isApproved || cash.has(point));
  const tills = await readTills(
    deps.database,
    points.map((point) => point.id),
  );
  return tills.map((till) => ({ ...till, expected: toAmount(cash.get(till.topUpPointId) ?? 0) }));
}

/** recibir efectivo, exactly once, by a person of the market who has counted. */
export const receiveCash = staffCall(calls.receiveCash, (_deps, actor, command) => {
  const market = ownMarket(actor);
  const { topUpPointId: point, received, closes = null, pieces = [] } = command;
  return (session, act) => receive(session, { ...act, market, point, received, closes, pieces });
});

/** Sets the ceiling of one point's till, or returns it to its market's. */
export async function setTillCeiling(
  deps: CashDeps,
  actor: Actor,
  { topUpPointId: point, ceiling }: TillCeilingCommand,
): Promise<Answer<Till>> {
  const marketId = ownMarket(actor);
  const isKnown = await deps.database.transaction(async (session) => {
    const till = await lockTill(session, point, marketId);
    if (!till) return false;
    await updateRow(session, 'person', point, { tillCeiling: ceiling ?? null });
    const changed = await lockTill(session, point, marketId);
    await writeDecision(session, {
      kind: 'till-ceiling-set',
      actor,
      marketId,
      subject: { type: 'RECARGA', id: point, name: till.ownerName },
      before: { tillCeiling: till.ceiling },
      after: { tillCeiling: changed?.ceiling },
      recordedAt: deps.now(),
    });
    return true;
  });
  const till = isKnown && (await listTills(deps, actor)).find(({ topUpPointId }) => topUpPointId === point);
  return till ? done(till) : refuse('NOT_FOUND');
}

/**
 * base de caja: cash of the market with which a till starts, given once. It returns with what is received.
 */
export const giveFloat = staffCall(calls.giveFloat, (_deps, actor, command) => {
  const market = ownMarket(actor);
  const { topUpPointId: point, monto: amount, note = '' } = command;
  return (session, act) => fillTill(session, { ...act, market, point, amount, note });
});
