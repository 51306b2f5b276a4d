import type { Pesos } from '#src/protocol/brands.ts';

/**
 * A balance reported by the server. `asOf`: the server's clock, ms since 1970, never the device's. `balance`
 * in the smallest unit shown.
 */
export type ReportedBalance = { balance: Pesos; asOf: number };

/**
 * Returns the newer of two balances of one voucher, or the smaller of one moment. Reports within `overlapMs`
 * of each other may not include one another, so the smaller counts.
 */
export function newerBalance<One extends ReportedBalance, Other extends ReportedBalance>(
  one: One,
  other: Other,
  overlapMs = 0,
): One | Other {
  const aheadMs = one.asOf - other.asOf;
  if (aheadMs === 0 || Math.abs(aheadMs) < overlapMs) return one.balance <= other.balance ? one : other;
  return aheadMs > 0 ? one : other;
}
