import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import {
  tillCountSchema,
  type Till,
  type TillCount,
  type TillCountCommand,
  type TillCountPage,
  type CountedPieces,
} from '#src/contract/markets/till.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockAccountSum } from '#src/server/ledger/accounts.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { refused, type Outcome, type StaffEntry, movementOf } from '#src/server/ledger/receipts.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';
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
  const isBlind = await isCountedBlind(deps.database, actor);
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

/** A point's own till, where its market wants it counted before anybody says what should be there. */
async function isCountedBlind(session: Session, { userType, marketId }: Actor): Promise<boolean> {
  if (userType !== 'RECARGA') return false;
  const { rows } = await session.query<{ blind: boolean }>({
    name: 'counts-blind',
    text: 'select blind_count as blind from market where id = $1',
    values: [marketId],
  });
  return rows[0]?.blind ?? false;
}

/** corte de caja, exactly once: of the point's own till, or of the one that its market names. */
export const countTill: StaffCall<CashDeps, TillCountCommand, TillCount> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const point = actor.userType === 'RECARGA' ? actor.id : (command.topUpPointId ?? actor.id);
  const { counted, expected = null, reason = '', pieces = [] } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-close', actor, body: command, opId, receiptSchema: tillCountSchema },
    (session, entry) =>
      postTillCount(session, { ...entry, by: actor, market, point, counted, expected, reason, pieces }),
  );
};

type TillCountEntry = StaffEntry & {
  by: Actor;
  market: MarketId;
  point: string;
  /** what the screen said, smallest unit shown; null: it said nothing */
  expected: Amount | null;
  counted: Amount;
  reason: string;
  pieces: readonly CountedPieces[];
};

/**
 * Closes a till: what the ledger expects leaves it, what was counted goes to the treasury, the difference is posted
 * apart (a shortage is owed to us, a surplus is owed by us). When the till has moved since the screen was drawn, the
 * count is refused. Who counts blind was told nothing, and is told nothing by the answer.
 */
async function postTillCount(session: Session, entry: TillCountEntry): Promise<Outcome<TillCount>> {
  const { rows } = await session.query<{ owner_name: string }>({
    name: 'point-to-count',
    text: `select owner_name from person where id = $1 and market_id = $2 and user_type = 'RECARGA'`,
    values: [entry.point, entry.market],
  });
  const point = rows[0];
  if (!point) return refused('NOT_FOUND');
  const expected = toAmount(-(await lockAccountSum(session, entry.point)));
  const isBlind = await isCountedBlind(session, entry.by);
  if (!isBlind && expected !== entry.expected) return refused('TILL_MOVED', expected);
  if (expected === 0 && entry.counted === 0) return refused('NOTHING_TO_COUNT');
  const difference = toAmount(entry.counted - expected);
  if (!isBlind && difference !== 0 && entry.reason === '') return refused('REASON_REQUIRED');
  await post(session, {
    ...movementOf(entry),
    kind: 'till-close',
    legs: [
      leg('cash', entry.point, entry.market, expected),
      marketLeg('treasury', entry.market, 0 - entry.counted),
      marketLeg('cash-difference', entry.market, difference),
    ],
    detail: {
      topUpPointId: entry.point,
      marketId: entry.market,
      expected,
      counted: entry.counted,
      reason: entry.reason,
      pieces: entry.pieces.length === 0 ? null : JSON.stringify(entry.pieces),
    },
  });
  await writeDecision(session, {
    kind: 'till-closed',
    actor: entry.by,
    marketId: entry.market,
    subject: { type: 'RECARGA', id: entry.point, name: point.owner_name },
    before: { expected },
    after: { counted: entry.counted, difference, reason: entry.reason },
    recordedAt: entry.recordedAt,
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      topUpPointId: entry.point,
      ownerName: point.owner_name,
      expected: isBlind ? null : expected,
      counted: entry.counted,
      difference: isBlind ? null : difference,
      reason: entry.reason,
      createAt: entry.recordedAt.toISOString(),
      pieces: [...entry.pieces],
    },
  };
}

export async function listTillCounts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { topUpPointId?: string | undefined },
): Promise<TillCountPage> {
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  const page = await readTillCounts(deps.database, { marketId: marketScope(actor), pointId }, query);
  if (!(await isCountedBlind(deps.database, actor))) return page;
  return { ...page, items: page.items.map((count) => ({ ...count, expected: null, difference: null })) };
}
