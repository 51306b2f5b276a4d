import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

export type TillCounted = {
  /** smallest unit shown */
  counted: Pesos;
  /** what the screen showed */
  expected: Pesos;
  /** '' for none */
  reason: string;
};

export type TillCountFacts = {
  /** what the ledger expects in it, smallest unit shown; null: the market has no such point */
  till: Pesos | null;
};

/** `difference`: counted less expected. A shortage is owed to the market, a surplus by it. */
export type TillCountPlan = { expected: Pesos; difference: Pesos };

/**
 * A person of the market counts at the point, which closes its till against the ledger: hand-over and receipt in one. When it has moved
 * since the screen was drawn, it is counted again. A difference needs a reason.
 */
export function decideTillCount(
  { counted, expected, reason }: TillCounted,
  { till }: TillCountFacts,
): CallDecision<TillCountPlan> {
  if (till === null) return refuse('NOT_FOUND');
  if (till !== expected) return refuse('TILL_MOVED', till);
  if (till === 0 && counted === 0) return refuse('NOTHING_TO_COUNT');
  const difference = counted - till;
  if (difference !== 0 && reason === '') return refuse('REASON_REQUIRED');
  return { kind: 'post', plan: { expected: till, difference } };
}
