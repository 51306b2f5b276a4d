import {
  payoutSchema,
  tillCountSchema,
  type Payout,
  type PayoutCommand,
  type PayoutPage,
  type StallBalance,
  type Till,
  type TillCount,
  type TillCountCommand,
  type TillCountPage,
} from '#src/contract/cash.ts';
import { postPayout, postTillCount } from '#src/server/ledger/post-cash.ts';
import { postOnce } from '#src/server/ledger/post-once.ts';
import { randomCode } from '#src/server/ledger/random-code.ts';
import { readSums } from '#src/server/ledger/read-days.ts';
import type { StoredAnswer } from '#src/server/replay/stored-answer.ts';
import {
  readLastCounts,
  readPayouts,
  readPlaces,
  readTillCounts,
  readTopUpsSince,
} from '#src/server/store/cash-reads.ts';
import type { Database } from '#src/server/store/database.ts';
import { marketScope, ownMarket, type Actor } from './actor.ts';
import { writeDecision } from './decisions.ts';
import { staffOperation } from './staff-operation.ts';

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
  const held = new Map<string, number>();
  for (const { owner, total } of sums) held.set(owner, (held.get(owner) ?? 0) - total);
  const points = await readPlaces(deps.database, 'RECARGA', { marketId, id });
  const counts = await readLastCounts(
    deps.database,
    points.map((point) => point.id),
  );
  const tills: Till[] = [];
  for (const point of points) {
    const lastCountAt = counts.get(point.id) ?? null;
    tills.push({
      topUpPointId: point.id,
      ownerName: point.owner_name,
      expected: held.get(point.id) ?? 0,
      topUps: await readTopUpsSince(deps.database, point.id, lastCountAt),
      lastCountAt: lastCountAt?.toISOString() ?? null,
    });
  }
  return tills;
}

/** corte de caja, exactly once: of the point's own till, or of the one that its market names. */
export function countTill(
  deps: CashDeps,
  actor: Actor,
  command: TillCountCommand,
  opId: string | undefined,
): Promise<StoredAnswer<TillCount>> {
  const { once, entry } = staffOperation(deps, actor, 'till-close', command, opId);
  const market = ownMarket(actor);
  const point = actor.userType === 'RECARGA' ? actor.id : (command.topUpPointId ?? actor.id);
  return postOnce(
    deps.database,
    once,
    (kept) => tillCountSchema.parse(kept),
    async (session) => {
      const { counted, expected, reason = '' } = command;
      const outcome = await postTillCount(session, { ...entry, market, point, counted, expected, reason });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'till-closed',
          actor,
          marketId: market,
          subject: { type: 'RECARGA', id: point, name: outcome.receipt.ownerName },
          before: { expected },
          after: { counted, difference: outcome.receipt.difference, reason },
          recordedAt: entry.recordedAt,
        });
      return outcome;
    },
  );
}

export function listTillCounts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { topUpPointId?: string | undefined },
): Promise<TillCountPage> {
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  return readTillCounts(deps.database, { marketId: marketScope(actor), pointId }, query);
}

/** What is owed to each stall: a stall's own, a market's stalls', ADMIN all. */
export async function listStallBalances(deps: CashDeps, actor: Actor): Promise<StallBalance[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'ESTANTE' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['stall'],
    before: null,
  });
  const byStall = new Map<string, Map<string, number>>();
  for (const { owner, movement, total } of sums) {
    const kinds = byStall.get(owner) ?? new Map<string, number>();
    byStall.set(owner, kinds.set(movement, total));
  }
  const stalls = await readPlaces(deps.database, 'ESTANTE', { marketId, id });
  return stalls.map((stall) => {
    const kinds = byStall.get(stall.id) ?? new Map<string, number>();
    return {
      estanteId: stall.id,
      estanteName: stall.stall_name,
      ownerName: stall.owner_name,
      owed: [...kinds.values()].reduce((sum, total) => sum + total, 0),
      sold: kinds.get('purchase') ?? 0,
      voided: -(kinds.get('void') ?? 0),
      paid: -(kinds.get('payout') ?? 0),
    };
  });
}

/** A market pays a stall of its own, exactly once and never more than it owes. */
export function payStall(
  deps: CashDeps,
  actor: Actor,
  command: PayoutCommand,
  opId: string | undefined,
): Promise<StoredAnswer<Payout>> {
  const { once, entry } = staffOperation(deps, actor, 'payout', command, opId);
  const market = ownMarket(actor);
  return postOnce(
    deps.database,
    once,
    (kept) => payoutSchema.parse(kept),
    async (session) => {
      const outcome = await postPayout(session, {
        ...entry,
        market,
        code: `G-${randomCode()}`,
        stall: command.estanteId,
        amount: command.monto,
        note: command.note ?? '',
      });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'stall-paid',
          actor,
          marketId: market,
          subject: { type: 'ESTANTE', id: command.estanteId, name: outcome.receipt.estanteName },
          before: { owed: outcome.receipt.owed + command.monto },
          after: { code: outcome.receipt.codePago, monto: command.monto, owed: outcome.receipt.owed },
          recordedAt: entry.recordedAt,
        });
      return outcome;
    },
  );
}

export function listPayouts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { estanteId?: string | undefined },
): Promise<PayoutPage> {
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  return readPayouts(deps.database, { marketId: marketScope(actor), stallId }, query);
}
