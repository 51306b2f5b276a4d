import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** A deduction, and its stall's present balance; smallest unit shown. */
export type DeductionFacts = { amount: Pesos; isVoided: boolean; owed: Pesos };

/** The stall's balance afterwards. */
export type DeductionVoidPlan = { owedAfter: Pesos };

/**
 * Decides the return of a deduction to its stall, whole and once. Null when the market has made no such
 * deduction.
 */
export function decideDeductionVoid(deduction: DeductionFacts | null): CallDecision<DeductionVoidPlan> {
  if (!deduction) return refuse('NOT_FOUND');
  const { amount, isVoided, owed } = deduction;
  if (isVoided) return refuse('DEDUCTION_VOIDED');
  return { kind: 'post', plan: { owedAfter: owed + amount } };
}
