import { toAmount, type Amount, type MarketId, type Pesos } from '#src/contract/brands.ts';
import type { DifferenceAnswer, TillDifference, TillReceipt } from '#src/contract/cash/till-hand-over.ts';
import type { Answerer, CountedPieces } from '#src/contract/cash/till.ts';
import {
  decideTillDifference,
  decideTillReceipt,
  type DifferenceAccount,
} from '#src/domain/operations/cash/till-receipt.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg, type Leg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { settleCeiling } from './locked-till.ts';
import { asJson } from './till-count.ts';
import { lockHandOver } from './till-hand-over.ts';

export type TillReceiptEntry = StaffEntry & {
  market: MarketId;
  /** The hand-over. */
  id: string;
  counted: Amount;
  answers: DifferenceAnswer | null;
  pieces: readonly CountedPieces[];
};

/** Another person of the market receives a hand-over by their own count: loads, decides, posts. */
export async function receiveHandOver(
  session: Session,
  entry: TillReceiptEntry,
): Promise<Outcome<TillReceipt>> {
  const { market, counted, pieces } = entry;
  const handOver = await lockHandOver(session, entry);
  const decision = decideTillReceipt(entry, { handOver, isOwn: handOver?.by === entry.actor });
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  if (!handOver) throw new Error('a hand-over was received that is not there');
  const { declared, difference, answers, account } = decision.plan;
  const { id: handOverId, code, point, ownerName } = handOver;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-receipt',
    legs: [
      // An unassigned difference stays on its way.
      leg('in-transit', point, market, account === 'in-transit' ? counted : declared),
      marketLeg('treasury', market, 0 - (account === 'treasury' ? declared : counted)),
      ...(account === 'cash' || account === 'cash-difference'
        ? [differenceLeg(account, point, market, difference)]
        : []),
    ],
    detail: {
      handOverId,
      topUpPointId: point,
      marketId: market,
      declared: toAmount(declared),
      counted,
      answers,
      pieces: asJson(pieces),
    },
  });
  await settleCeiling(session, point);
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      handOverId,
      code,
      topUpPointId: point,
      ownerName,
      monto: toAmount(declared),
      counted,
      difference: toAmount(difference),
      answers,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

/** Counted less declared, on the account of its bearer. */
function differenceLeg(account: DifferenceAccount, point: string, market: MarketId, difference: Pesos): Leg {
  return account === 'cash-difference' || account === 'treasury'
    ? marketLeg(account, market, difference)
    : leg(account, point, market, difference);
}

/** Assigns a difference that was left open: loads, decides, posts. */
export async function answerDifference(
  session: Session,
  entry: StaffEntry & { market: MarketId; id: string; answers: Answerer },
): Promise<Outcome<TillDifference>> {
  const { market, answers } = entry;
  const handOver = await lockHandOver(session, entry);
  const received = handOver?.received ?? null;
  const decision = decideTillDifference(
    entry,
    handOver && received && { difference: received.counted - handOver.amount, answers: received.answers },
  );
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  if (!handOver || !received) throw new Error('a difference was answered for that is not there');
  const { difference, account } = decision.plan;
  const { id: handOverId, code, point, ownerName } = handOver;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-difference',
    legs: [
      leg('in-transit', point, market, 0 - difference),
      differenceLeg(account, point, market, difference),
    ],
    detail: {
      receiptId: received.id,
      topUpPointId: point,
      marketId: market,
      amount: toAmount(difference),
      answers,
    },
  });
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      handOverId,
      code,
      topUpPointId: point,
      ownerName,
      difference: toAmount(difference),
      answers,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}
