import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { SignInType } from '#src/contract/accounts/user-type.ts';
import type { CountedPieces, TillCount } from '#src/contract/markets/till.ts';
import {
  decideTillCount,
  isCountedBlind,
  type TillCountPlan,
} from '#src/domain/operations/cash/till-count.ts';
import { lockAccountSum } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision, type Decision } from '#src/server/store/decisions.ts';

/** The person who counts. */
type Counter = NonNullable<Decision['actor']> & { userType: SignInType; marketId: MarketId | null };

export type TillCountEntry = StaffEntry & {
  by: Counter;
  market: MarketId;
  point: string;
  /** what the screen showed, smallest unit shown; null: nothing */
  expected: Amount | null;
  counted: Amount;
  reason: string;
  pieces: readonly CountedPieces[];
};

export type LockedTill = { ownerName: string; till: number };

/** Closes a till against the ledger: loads, decides, posts. The answer to a blind count reveals nothing of what was expected. */
export async function closeTill(session: Session, entry: TillCountEntry): Promise<Outcome<TillCount>> {
  const { point, market, by, counted, reason } = entry;
  const locked = await lockTill(session, point, market);
  const isBlind = await readIsBlind(session, by);
  const decision = decideTillCount(entry, { till: locked?.till ?? null, isBlind });
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  const ownerName = locked?.ownerName ?? '';
  await postTillCount(session, entry, decision.plan);
  const { expected, difference } = decision.plan;
  await writeDecision(session, {
    kind: 'till-closed',
    actor: by,
    marketId: market,
    subject: { type: 'RECARGA', id: point, name: ownerName },
    before: { expected },
    after: { counted, difference, reason },
    recordedAt: entry.recordedAt,
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      topUpPointId: point,
      ownerName,
      expected: isBlind ? null : toAmount(expected),
      counted,
      difference: isBlind ? null : toAmount(difference),
      reason,
      createAt: entry.recordedAt.toISOString(),
      pieces: [...entry.pieces],
    },
  };
}

/** The expected sum leaves the till, the counted one goes to the treasury, and the difference is posted apart. */
async function postTillCount(
  session: Session,
  entry: TillCountEntry,
  { expected, difference }: TillCountPlan,
): Promise<void> {
  const { point, market, counted, reason, pieces } = entry;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-close',
    legs: [
      leg('cash', point, market, expected),
      marketLeg('treasury', market, 0 - counted),
      marketLeg('cash-difference', market, difference),
    ],
    detail: {
      topUpPointId: point,
      marketId: market,
      expected: toAmount(expected),
      counted,
      reason,
      pieces: pieces.length === 0 ? null : JSON.stringify(pieces),
    },
  });
}

/** Locks a point's till until the transaction ends. null: the market has no such point. */
export async function lockTill(
  session: Session,
  point: string,
  market: MarketId,
): Promise<LockedTill | null> {
  const { rows } = await session.query<{ owner_name: string }>({
    name: 'point-to-count',
    text: `select owner_name from person where id = $1 and market_id = $2 and user_type = 'RECARGA'`,
    values: [point, market],
  });
  const [found] = rows;
  return found ? { ownerName: found.owner_name, till: 0 - (await lockAccountSum(session, point)) } : null;
}

/** Whether this person counts blind, as its market has set it. */
export async function readIsBlind(
  session: Session,
  { userType, marketId }: Pick<Counter, 'userType' | 'marketId'>,
): Promise<boolean> {
  const isPoint = userType === 'RECARGA';
  if (!isPoint) return false;
  const { rows } = await session.query<{ blind: boolean }>({
    name: 'counts-blind',
    text: 'select blind_count as blind from market where id = $1',
    values: [marketId],
  });
  return isCountedBlind({ isPoint, wantsBlind: rows[0]?.blind ?? false });
}
