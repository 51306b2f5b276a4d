import type { Pesos } from '#src/contract/brands.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';

const dayMs = 86_400_000;

/**
 * Lifetime of vouchers. `days`: whole days after the day of issue; 0 for no expiry. `dayStartMs`: from
 * midnight UTC to the start of the market's day. A voucher expires at such a moment, so that its proof only
 * names a day, and printout, tablet and server agree to the second.
 */
export type VoucherLife = { days: number; dayStartMs: number };

export const endless: VoucherLife = { days: 0, dayStartMs: 0 };

/** Returns when a voucher issued at that time expires; null for never. */
export function voucherExpiry(issuedAt: Date, { days, dayStartMs }: VoucherLife): Date | null {
  if (days === 0) return null;
  const issuedOn = Math.floor((issuedAt.getTime() - dayStartMs) / dayMs);
  return new Date((issuedOn + days + 1) * dayMs + dayStartMs);
}

/** Returns when a voucher expires by its proof, which names a day; ms since 1970, null for never. */
export function endOfProof(
  { expiresAt }: { expiresAt: number | null },
  { dayStartMs }: Pick<VoucherLife, 'dayStartMs'>,
): number | null {
  return expiresAt === null ? null : expiresAt + dayStartMs;
}

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
