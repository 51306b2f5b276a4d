import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from './decision.ts';

export type EndedVoucher = {
  /** smallest unit shown */
  balance: Pesos;
  /** null for never */
  expiresAt: Date | null;
  /** a sale without a link that waits for a person may still take it */
  isPromised: boolean;
};

/** The sum that becomes the market's, smallest unit shown. */
export type ExpiryPlan = { amount: Pesos };

/**
 * The balance of a voucher that has ended becomes its market's, when the market asks for it. null when there is no
 * voucher of an active market that asks. A sale from before the end may still wait for a decision: the customer's money
 * pays it first.
 */
export function decideExpiry(voucher: EndedVoucher | null, at: Date): CallDecision<ExpiryPlan> {
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  const { balance, expiresAt, isPromised } = voucher;
  if (!expiresAt || expiresAt > at) return refuse('VOUCHER_NOT_EXPIRED');
  if (balance === 0) return refuse('VOUCHER_SPENT');
  return isPromised ? refuse('VOUCHER_IN_REVIEW') : { kind: 'post', plan: { amount: balance } };
}
