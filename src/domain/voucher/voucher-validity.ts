import type { Pesos } from '#src/contract/brands.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';

const dayMs = 86_400_000;

/**
 * How long vouchers live. `days`: whole days after the one they are issued on, 0: they do not end. `dayStartMs`: how long
 * after midnight UTC the market's days begin. A voucher ends at such a moment, so that a day is all its proof has to say
 * and paper, tablet and server agree to the second.
 */
export type VoucherLife = { days: number; dayStartMs: number };

export const endless: VoucherLife = { days: 0, dayStartMs: 0 };

/** When a voucher issued then ends; null for never. */
export function voucherExpiry(issuedAt: Date, { days, dayStartMs }: VoucherLife): Date | null {
  if (days === 0) return null;
  const issuedOn = Math.floor((issuedAt.getTime() - dayStartMs) / dayMs);
  return new Date((issuedOn + days + 1) * dayMs + dayStartMs);
}

/** When a voucher ends by its proof, which names a day; ms since 1970, null for never. */
export function endOfProof(
  { expiresAt }: { expiresAt: number | null },
  { dayStartMs }: Pick<VoucherLife, 'dayStartMs'>,
): number | null {
  return expiresAt === null ? null : expiresAt + dayStartMs;
}

/** How a voucher was closed for good; expired: what was on it at its end became its market's. null when it was not. */
export type ClosedAs = 'voided' | 'refunded' | 'joined' | 'expired' | null;

/** States of a voucher that was closed for good by an operation: what was on it went elsewhere. */
const closedStates = ['VOIDED', 'REFUNDED', 'JOINED'] as const;

export function isClosed(state: VoucherState): state is (typeof closedStates)[number] {
  return closedStates.some((closed) => closed === state);
}

/**
 * What a voucher is now. Closed goes before a block, that before all else; with nothing on it it is spent, expired or
 * not.
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

/** When a paper made of these ends: with the last of them, never if one of them never does. */
export function latestEnd(ends: readonly (Date | null)[]): Date | null {
  if (ends.includes(null)) return null;
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
}
