import type { Pesos } from '#src/contract/brands.ts';
import type { DifferenceAnswer, HandOverState } from '#src/contract/cash/till-hand-over.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** Amounts in the smallest unit shown. */
export type TillReceived = {
  /** The receiver's own count. */
  counted: Pesos;
  /** Party that answers for a shortage or surplus; null when the receiver named none. */
  answers: DifferenceAnswer | null;
};

export type TillReceiptFacts = {
  /** Null when this market has no such hand-over. */
  handOver: { amount: Pesos; state: HandOverState } | null;
  /** The receiver declared it themselves. */
  isOwn: boolean;
};

/**
 * Account of a difference: the till that owes it, back out of the market's cash, the market's differences, or
 * it stays on its way.
 */
export type DifferenceAccount = 'cash' | 'treasury' | 'cash-difference' | 'in-transit';

/** `difference`: counted less declared. `account` is null without one. */
export type TillReceiptPlan = {
  declared: Pesos;
  difference: Pesos;
  answers: DifferenceAnswer | null;
  account: DifferenceAccount | null;
};

/**
 * Returns the account of a difference by who answers for it. A point owes a shortage and is returned a
 * surplus, so its till never falls below zero.
 */
export function differenceAccount(answers: DifferenceAnswer, difference: Pesos): DifferenceAccount {
  if (answers === 'POINT') return difference < 0 ? 'cash' : 'treasury';
  return answers === 'MARKET' ? 'cash-difference' : 'in-transit';
}

/**
 * Decides the receipt of a hand-over by another person of the market, with their own count. Only a receipt
 * gives the cash to the market. A difference needs someone who answers for it. A count of zero without an
 * answer is no receipt: the hand-over stays on its way.
 */
export function decideTillReceipt(
  { counted, answers }: TillReceived,
  { handOver, isOwn }: TillReceiptFacts,
): CallDecision<TillReceiptPlan> {
  if (!handOver) return refuse('NOT_FOUND');
  if (isOwn) return refuse('HAND_OVER_OWN');
  if (handOver.state !== 'IN_TRANSIT') return refuse('HAND_OVER_CLOSED');
  const declared = handOver.amount;
  const difference = counted - declared;
  if (difference === 0) return { kind: 'post', plan: { declared, difference, answers: null, account: null } };
  if (answers === null) return refuse('DIFFERENCE_UNANSWERED');
  if (counted === 0 && answers === 'OPEN') return refuse('NOTHING_TO_COUNT');
  return {
    kind: 'post',
    plan: { declared, difference, answers, account: differenceAccount(answers, difference) },
  };
}

export type TillDifferencePlan = { difference: Pesos; account: DifferenceAccount };

/**
 * Assigns a difference that a receipt left open. Null when this market has no such hand-over, or it is not
 * received yet.
 */
export function decideTillDifference(
  { answers }: { answers: Exclude<DifferenceAnswer, 'OPEN'> },
  received: { difference: Pesos; answers: DifferenceAnswer | null } | null,
): CallDecision<TillDifferencePlan> {
  if (!received) return refuse('NOT_FOUND');
  if (received.answers !== 'OPEN') return refuse('DIFFERENCE_ANSWERED');
  return {
    kind: 'post',
    plan: { difference: received.difference, account: differenceAccount(answers, received.difference) },
  };
}
