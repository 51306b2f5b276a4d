import type { ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { refuse, type CallDecision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** The market keeps the balance of an expired voucher. */
export type ExpiryMovement = {
  transfers: Transfer<'voucher', 'breakage'>;
  detail: { kind: 'expiry'; voucherId: VoucherId; newVoucherId: null; marketId: MarketId; amount: Amount };
};

export type EndedVoucher = {
  /** Smallest unit shown. */
  balance: Pesos;
  /** Null for never. */
  expiresAt: Date | null;
  closedAs: ClosedAs;
  /** A line that awaits a decision may still take the balance. */
  isPromised: boolean;
};

/** Amount that the market gets, smallest unit shown. */
export type ExpiryPlan = { amount: Pesos };

/**
 * Decides whether the balance of an expired voucher goes to its market, on the market's request. Null when
 * the active market has no such voucher. A sale from before the expiry may still await a decision: the
 * customer's money pays it first. A refunded voucher holds what a void has returned since, which is its owner's.
 */
export function decideExpiry(voucher: EndedVoucher | null, at: Date): CallDecision<ExpiryPlan> {
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  const { balance, expiresAt, closedAs, isPromised } = voucher;
  if (closedAs === 'refunded') return refuse('VOUCHER_REFUNDED');
  if (!expiresAt || expiresAt > at) return refuse('VOUCHER_NOT_EXPIRED');
  if (balance === 0) return refuse('VOUCHER_SPENT');
  return isPromised ? refuse('VOUCHER_IN_REVIEW') : { kind: 'post', plan: { amount: balance } };
}
