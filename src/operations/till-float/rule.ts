import type { Pesos, Amount, MarketId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { TillRoom } from '../top-up/rule.ts';
import type { Transfer } from '../transfer.ts';

/** The market's cash for a till to start with. */
export type TillFloatMovement = {
  transfers: Transfer<'cash', 'treasury'>;
  detail: { topUpPointId: string; marketId: MarketId; amount: Amount; note: string };
};

/** Cash in the till afterwards, smallest unit shown. */
export type TillFloatPlan = { expected: Pesos };

/**
 * Decides a float: cash of the market with which a till starts, within the till's ceiling. `till` is null when
 * the market has no such point.
 */
export function decideTillFloat(
  { amount }: { amount: Pesos },
  { till }: { till: TillRoom | null },
): CallDecision<TillFloatPlan> {
  if (till === null) return refuse('NOT_FOUND');
  const expected = till.cash + amount;
  return expected > till.ceiling
    ? refuse('TILL_FULL', Math.max(0, till.ceiling - till.cash))
    : { kind: 'post', plan: { expected } };
}
