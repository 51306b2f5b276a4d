import type { Pesos } from '#src/contract/brands.ts';
import type { DifferenceAnswer, HandOverState } from '#src/contract/cash/till-hand-over.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** Amounts in the smallest unit shown. */
export type TillReceived = {
  /** the receiver's own figure */
  counted: Pesos;
  /** who answers for what is missing or left over; null when the receiver named no one to answer */
  answers: DifferenceAnswer | null;
};

export type TillReceiptFacts = {
  /** null when this market has no such hand-over */
  handOver: { amount: Pesos; state: HandOverState } | null;
  /** the receiver handed it over */
  isOwn: boolean;
};

/**
 * Where a difference goes: to the till it is owed by, back out of the market's cash, to the market's differences, or it
 * stays on its way.
 */
export type DifferenceAccount = 'cash' | 'treasury' | 'cash-difference' | 'in-transit';

/** `difference`: counted less declared. `account` is null when there is none. */
export type TillReceiptPlan = {
  declared: Pesos;
  difference: Pesos;
  answers: DifferenceAnswer | null;
  account: DifferenceAccount | null;
};

/**
 * Where a difference goes by who answers for it. A point owes what is missing, and is given back what is left over: its
 * till never comes to hold less than nothing.
 */
export function differenceAccount(answers: DifferenceAnswer, difference: Pesos): DifferenceAccount {
  if (answers === 'POINT') return difference < 0 ? 'cash' : 'treasury';
  return answers === 'MARKET' ? 'cash-difference' : 'in-transit';
}

/**
 * Another person of the market receives a hand-over with a figure of their own. Only that brings it to the market. A
 * difference needs someone who answers for it. Nothing at all with nobody to answer is no receipt: it stays on its way
 * as it is.
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
 * Who answers for a difference that a receipt left open. null when this market has no such hand-over, or nobody received
 * it.
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
