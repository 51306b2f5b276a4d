import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';

/** The debt that remains, smallest unit shown. */
export type ClearingPlan = { owedAfter: Pesos };

/** `owed`: the debtor's debt to the creditor, smallest unit shown; below 0 the creditor owes the debtor. */
export type ClearingFacts = { debtor: string; creditor: string; owed: Pesos };

/**
 * A payment from one market to another, as the one that received it records it: never more than is owed. `pair` is null
 * for one of the two does not exist.
 */
export function decideClearing(
  { amount }: { amount: Pesos },
  pair: ClearingFacts | null,
): CallDecision<ClearingPlan> {
  if (!pair || pair.debtor === pair.creditor) return refuse('UNKNOWN_MARKET');
  if (amount > pair.owed) return refuse('MORE_THAN_OWED', Math.max(0, pair.owed));
  return { kind: 'post', plan: { owedAfter: pair.owed - amount } };
}
