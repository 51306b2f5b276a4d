import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { Answerer, CountedPieces, TillCount } from '#src/contract/cash/till.ts';
import { decideTillCount, type TillCountPlan } from '#src/domain/operations/cash/till-count.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { writeDecision, type Decision } from '#src/server/records/decisions.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockTill, settleCeiling } from './locked-till.ts';

export type TillCountEntry = StaffEntry & {
  /** Person of the market who counts. */
  by: NonNullable<Decision['actor']>;
  market: MarketId;
  point: string;
  /** Amount on the screen, smallest unit shown. */
  expected: Amount;
  counted: Amount;
  reason: string;
  answers: Answerer;
  pieces: readonly CountedPieces[];
};

/** Closes a till against the ledger: loads, decides, posts. */
export async function closeTill(session: Session, entry: TillCountEntry): Promise<Outcome<TillCount>> {
  const { point, market, by, counted, reason } = entry;
  const locked = await lockTill(session, point, market);
  const decision = decideTillCount(entry, { till: locked?.till ?? null });
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  const ownerName = locked?.ownerName ?? '';
  await postTillCount(session, entry, decision.plan);
  await settleCeiling(session, point);
  const { expected, difference, answers } = decision.plan;
  await writeDecision(session, {
    kind: 'till-closed',
    actor: by,
    marketId: market,
    subject: { type: 'RECARGA', id: point, name: ownerName },
    before: { expected },
    after: { counted, difference, reason, answers },
    recordedAt: entry.recordedAt,
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      topUpPointId: point,
      ownerName,
      expected: toAmount(expected),
      counted,
      difference: toAmount(difference),
      reason,
      answers,
      createAt: entry.recordedAt.toISOString(),
      pieces: [...entry.pieces],
    },
  };
}

/**
 * Moves the expected amount out of the till, the counted one to the treasury, and the difference to its
 * bearer's account.
 */
async function postTillCount(
  session: Session,
  entry: TillCountEntry,
  { expected, difference, answers, account }: TillCountPlan,
): Promise<void> {
  const { point, market, counted, reason, pieces } = entry;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-close',
    legs: [
      leg('cash', point, market, account === 'cash' ? counted : expected),
      marketLeg('treasury', market, 0 - (account === 'treasury' ? expected : counted)),
      ...(account === 'cash-difference' ? [marketLeg(account, market, difference)] : []),
    ],
    detail: {
      topUpPointId: point,
      marketId: market,
      expected: toAmount(expected),
      counted,
      reason,
      answers,
      pieces: asJson(pieces),
    },
  });
}

/** Returns the stored form: null when no pieces were counted. */
export function asJson(pieces: readonly CountedPieces[]): string | null {
  return pieces.length === 0 ? null : JSON.stringify(pieces);
}
