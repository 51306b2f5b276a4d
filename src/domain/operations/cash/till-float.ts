import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** The till's content afterwards, smallest unit shown. */
export type TillFloatPlan = { expected: Pesos };

/** Cash of the market's own that a till begins with. `till`: what it holds now; null when the market has no such point. */
export function decideTillFloat(
  { amount }: { amount: Pesos },
  { till }: { till: Pesos | null },
): CallDecision<TillFloatPlan> {
  return till === null ? refuse('NOT_FOUND') : { kind: 'post', plan: { expected: till + amount } };
}
