import type { Pesos } from '#src/contract/brands.ts';

/** A balance that the server reported. `asOf`: its clock, ms since 1970, never the device's. `balance` in the smallest unit shown. */
export type ReportedBalance = { balance: Pesos; asOf: number };

/**
 * Returns the newer of two balances of one voucher; of one moment, the smaller. `overlapMs`: reports closer together than this may have
 * missed one another, so the smaller one counts.
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
