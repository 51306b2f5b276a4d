import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

export type TillCounted = {
  /** smallest unit shown */
  counted: Pesos;
  /** what the screen showed; null: nothing */
  expected: Pesos | null;
  /** '' for none */
  reason: string;
};

export type TillCountFacts = {
  /** what the ledger expects in it, smallest unit shown; null: the market has no such point */
  till: Pesos | null;
  isBlind: boolean;
};

/** `difference`: counted less expected. A shortage is owed to the market, a surplus by it. */
export type TillCountPlan = { expected: Pesos; difference: Pesos };

/** Whether this person counts without knowing what should be there: the point itself, where its market wants it so. */
export function isCountedBlind(by: { isPoint: boolean; wantsBlind: boolean }): boolean {
  return by.isPoint && by.wantsBlind;
}

/**
 * Closes a till against the ledger. When it has moved since the screen was drawn, it is counted again. A difference needs a reason. A
 * blind count compares nothing and needs none: its answer must not reveal what was expected.
 */
export function decideTillCount(
  { counted, expected, reason }: TillCounted,
  { till, isBlind }: TillCountFacts,
): CallDecision<TillCountPlan> {
  if (till === null) return refuse('NOT_FOUND');
  if (!isBlind && till !== expected) return refuse('TILL_MOVED', till);
  if (till === 0 && counted === 0) return refuse('NOTHING_TO_COUNT');
  const difference = counted - till;
  if (!isBlind && difference !== 0 && reason === '') return refuse('REASON_REQUIRED');
  return { kind: 'post', plan: { expected: till, difference } };
}
