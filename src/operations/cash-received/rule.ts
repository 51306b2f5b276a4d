import type { Answerer } from '#src/contract/cash/till.ts';
import type { Pesos, Amount, MarketId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** The market receives a till's cash; a difference is booked apart. */
export type CashReceivedMovement = {
  transfers: Transfer<'treasury' | 'cash-difference', 'cash'> | Transfer<'treasury', 'cash-difference'>;
  detail: {
    topUpPointId: string;
    marketId: MarketId;
    /** Cash in the till before it, and the amount counted. */
    expected: Amount;
    received: Amount;
    /** It closed the till's account. */
    closes: boolean;
    /** Party that answers for the difference; null without one. */
    answers: Answerer | null;
    /** JSON: the notes and coins counted; null for a typed amount. */
    pieces: string | null;
  };
};

/** Amounts in the smallest unit shown. */
export type CashCounted = {
  /** The receiver's own count. */
  received: Pesos;
  /**
   * Closes the till's account: `expected` is the amount on the screen, `answers` the party that answers for a
   * shortage or surplus. Null leaves the rest in the till.
   */
  closes: { expected: Pesos; answers?: Answerer | undefined } | null;
};

export type CashReceivedFacts = {
  /** Cash expected by the ledger; null when the market has no such point. */
  till: Pesos | null;
};

/**
 * `fromTill`: leaves the till. `toTreasury`: reaches the market. They differ when the market answers for the
 * difference. `difference`: received less expected, 0 unless it closes; `answers` is null without one.
 */
export type CashReceivedPlan = {
  expected: Pesos;
  fromTill: Pesos;
  toTreasury: Pesos;
  difference: Pesos;
  answers: Answerer | null;
};

/**
 * Decides the receipt of a point's cash by a person of the market who has counted it. Without `closes` it is
 * at most the till's cash. A closing count is refused if the till has changed since the screen was drawn,
 * because its difference would be another. A point that answers owes a shortage, which stays in its till, and
 * is returned a surplus, so its till never falls below zero.
 */
export function decideCashReceived(
  { received, closes }: CashCounted,
  { till }: CashReceivedFacts,
): CallDecision<CashReceivedPlan> {
  if (till === null) return refuse('NOT_FOUND');
  if (closes ? till !== closes.expected : received > till) return refuse('TILL_MOVED', till);
  const difference = closes ? received - till : 0;
  if (difference === 0)
    return received === 0
      ? refuse('NOTHING_TO_COUNT')
      : {
          kind: 'post',
          plan: { expected: till, fromTill: received, toTreasury: received, difference, answers: null },
        };
  const answers = closes?.answers;
  if (answers === undefined) return refuse('DIFFERENCE_UNANSWERED');
  const moved = Math.min(received, till);
  // The point keeps its cash or its debt, so nothing would move.
  if (answers === 'POINT' && moved === 0) return refuse('NOTHING_TO_COUNT');
  const [fromTill, toTreasury] = answers === 'POINT' ? [moved, moved] : [till, received];
  return { kind: 'post', plan: { expected: till, fromTill, toTreasury, difference, answers } };
}
