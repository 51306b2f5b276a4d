import type { Pesos } from '#src/contract/brands.ts';
import type { Answerer } from '#src/contract/cash/till.ts';
import { refuse, type CallDecision } from '../decision.ts';
import { differenceAccount, type DifferenceAccount } from './till-receipt.ts';

export type TillCounted = {
  /** smallest unit shown */
  counted: Pesos;
  /** what the screen showed */
  expected: Pesos;
  /** '' for none */
  reason: string;
  /** who answers for what is missing or left over */
  answers: Answerer;
};

export type TillCountFacts = {
  /** what the ledger expects in it, smallest unit shown; null when the market has no such point */
  till: Pesos | null;
};

/** `difference`: counted less expected. `answers` and `account` are null when there is none. */
export type TillCountPlan = {
  expected: Pesos;
  difference: Pesos;
  answers: Answerer | null;
  account: DifferenceAccount | null;
};

/**
 * A person of the market counts at the point, which closes its till against the ledger: hand-over and receipt in one.
 * When it has moved since the screen was drawn, it is counted again. A difference needs a reason, and goes where the one
 * of a receipt goes.
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
  // The point keeps what it has, or owes what it owed: nothing would move.
  if (answers === 'POINT' && (counted === 0 || till === 0)) return refuse('NOTHING_TO_COUNT');
  return {
    kind: 'post',
    plan: { expected: till, difference, answers, account: differenceAccount(answers, difference) },
  };
}
