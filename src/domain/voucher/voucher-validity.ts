import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import type { Pesos } from '#src/protocol/brands.ts';

/**
 * How a voucher was permanently closed. expired: its market took the balance at expiry. Null when it is open.
 */
export type ClosedAs = 'voided' | 'refunded' | 'joined' | 'expired' | null;

/**
 * Returns a voucher's present state. Closed precedes blocked, which precedes the rest. An empty voucher is
 * spent, expired or not.
 */
export function voucherStateOf(
  voucher: { balance: Pesos; isBlocked: boolean; expiresAt: Date | null; closedAs?: ClosedAs },
  now: Date,
): VoucherState {
  if (voucher.closedAs === 'voided') return 'VOIDED';
  if (voucher.closedAs === 'refunded') return 'REFUNDED';
  if (voucher.closedAs === 'joined') return 'JOINED';
  if (voucher.isBlocked) return 'BLOCKED';
  if (voucher.balance === 0) return voucher.closedAs === 'expired' ? 'EXPIRED' : 'SPENT';
  return voucher.expiresAt && voucher.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** Returns when a voucher made of these expires: with the last of them, or never if one never does. */
export function latestEnd(ends: readonly (Date | null)[]): Date | null {
  if (ends.includes(null)) return null;
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
}

/**
 * Returns whether a voucher belongs to this customer. Its printed link may name a merged row, and so may the
 * voucher; the current persons are compared. `personId` is undefined when the customer is unknown.
 */
export function isVoucherOf(
  voucher: { ownerId: string; personId: string },
  customer: { id: string; personId: string | undefined },
): boolean {
  return voucher.ownerId === customer.id || voucher.personId === customer.personId;
}
