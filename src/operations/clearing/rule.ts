import type { Pesos, Amount, MarketId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** Cash between two markets, each with its side. */
export type ClearingMovement = {
  transfers: Transfer<'clearing', 'treasury'> | Transfer<'treasury', 'clearing'>;
  detail: { debtorId: MarketId; creditorId: MarketId; amount: Amount; note: string };
};

/** Remaining debt, smallest unit shown. */
export type ClearingPlan = { owedAfter: Pesos };

/**
 * `owed`: the debtor's debt to the creditor, smallest unit shown; negative when the creditor owes the debtor.
 */
export type ClearingFacts = { debtor: string; creditor: string; owed: Pesos };

/**
 * Decides a payment between markets, as recorded by the receiver: at most the debt. `pair` is null when one
 * of them does not exist.
 */
export function decideClearing(
  { amount }: { amount: Pesos },
  pair: ClearingFacts | null,
): CallDecision<ClearingPlan> {
  if (!pair || pair.debtor === pair.creditor) return refuse('UNKNOWN_MARKET');
  if (amount > pair.owed) return refuse('MORE_THAN_OWED', Math.max(0, pair.owed));
  return { kind: 'post', plan: { owedAfter: pair.owed - amount } };
}
