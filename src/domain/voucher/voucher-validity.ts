import type { Pesos } from '#src/contract/brands.ts';
import type { VoucherState } from '#src/contract/money/voucher.ts';

const dayMs = 86_400_000;

/** When a voucher issued now expires; `days` undefined: never. */
export function voucherExpiry(issuedAt: Date, days: number | undefined): Date | null {
  return days ? new Date(issuedAt.getTime() + days * dayMs) : null;
}

/** What a voucher is now. A block goes before everything; a voucher with nothing on it is spent, expired or not. */
export function voucherStateOf(
  voucher: { balance: Pesos; isBlocked: boolean; expiresAt: Date | null },
  now: Date,
): VoucherState {
  if (voucher.isBlocked) return 'BLOCKED';
  if (voucher.balance === 0) return 'SPENT';
  return voucher.expiresAt && voucher.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}
