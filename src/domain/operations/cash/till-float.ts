import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** Cash in the till afterwards, smallest unit shown. */
export type TillFloatPlan = { expected: Pesos };

/**
 * Decides a float: cash of the market with which a till starts. `till`: its present cash; null when the
 * market has no such point.
 */
export function decideTillFloat(
  { amount }: { amount: Pesos },
  { till }: { till: Pesos | null },
): CallDecision<TillFloatPlan> {
  return till === null ? refuse('NOT_FOUND') : { kind: 'post', plan: { expected: till + amount } };
}
