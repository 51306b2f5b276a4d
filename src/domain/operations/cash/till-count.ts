import type { Pesos } from '#src/contract/brands.ts';
import type { Answerer } from '#src/contract/cash/till.ts';
import { refuse, type CallDecision } from '../decision.ts';
import { differenceAccount, type DifferenceAccount } from './till-receipt.ts';

export type TillCounted = {
  /** Smallest unit shown. */
  counted: Pesos;
  /** Amount on the screen. */
  expected: Pesos;
  /** Empty for none. */
  reason: string;
  /** Party that answers for a shortage or surplus. */
  answers: Answerer;
};

export type TillCountFacts = {
  /** Cash expected by the ledger, smallest unit shown; null when the market has no such point. */
  till: Pesos | null;
};

/** `difference`: counted less expected. `answers` and `account` are null without one. */
export type TillCountPlan = {
  expected: Pesos;
  difference: Pesos;
  answers: Answerer | null;
  account: DifferenceAccount | null;
};

/**
 * Decides a count by a person of the market at the point, which closes its till against the ledger: hand-over
 * and receipt in one. If the till has changed since the screen was drawn, it must be counted again. A
 * difference needs a reason, and is booked like that of a receipt.
 */
export function decideTillCount(
  { counted, expected, reason, answers }: TillCounted,
  { till }: TillCountFacts,
): CallDecision<TillCountPlan> {
  if (till === null) return refuse('NOT_FOUND');
  if (till !== expected) return refuse('TILL_MOVED', till);
  if (till === 0 && counted === 0) return refuse('NOTHING_TO_COUNT');
  const difference = counted - till;
  if (difference === 0)
    return { kind: 'post', plan: { expected: till, difference, answers: null, account: null } };
  if (reason === '') return refuse('REASON_REQUIRED');
  // The point keeps its cash or its debt, so nothing would move.
  if (answers === 'POINT' && (counted === 0 || till === 0)) return refuse('NOTHING_TO_COUNT');
  return {
    kind: 'post',
    plan: { expected: till, difference, answers, account: differenceAccount(answers, difference) },
  };
}
