import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { KnownBalance } from '#src/client/local/db/rows.ts';
import { newerBalance, type ReportedBalance } from '#src/domain/voucher/newer-balance.ts';
import { type BalanceList, findBalance } from '#src/protocol/balance-list.ts';
import type { VoucherId } from '#src/protocol/brands.ts';

/**
 * A list and a receipt from within this time of each other may not include one another: the smaller one
 * counts.
 */
const overlapMs = 2 * 60_000;

/** Clocks are corrected to about a second; a larger lead means a wrong clock, ms. */
const aheadMs = 5 * 60_000;

/**
 * Stores each balance that is newer, possibly several of one voucher: one read and one write. A replayed answer
 * has its original time and never replaces a newer one.
 */
export async function noteBalances(db: MoneyDb, told: readonly KnownBalance[]): Promise<void> {
  if (told.length === 0) return;
  const ids = [...new Set(told.map(({ voucherId }) => voucherId))];
  const held = (await db.balances.bulkGet(ids)).flatMap((row) => row ?? []);
  const newest = new Map(held.map((row) => [row.voucherId, row]));
  for (const known of told) {
    const other = newest.get(known.voucherId);
    newest.set(known.voucherId, other ? newerBalance(known, other) : known);
  }
  await db.balances.bulkPut([...newest.values()]);
}

/** Returns the newest balance of list and receipts, or null when none was ever received. */
export async function readKnownBalance(
  db: MoneyDb,
  list: BalanceList | null,
  voucherId: VoucherId,
): Promise<(ReportedBalance & Pick<KnownBalance, 'epoch' | 'position'>) | null> {
  const heard = await db.balances.get(voucherId);
  const inList = list ? findBalance(list, voucherId) : null;
  if (!list || inList === null) return heard ?? null;
  const listed = { balance: inList, asOf: list.asOf };
  return heard ? newerBalance(heard, listed, overlapMs) : listed;
}

/**
 * Deletes balances that a new list replaces. A date ahead of `now`, the corrected clock, comes from a wrong
 * clock.
 */
export async function forgetBalancesAround(db: MoneyDb, listAsOf: number, now: number): Promise<void> {
  const { balances } = db;
  await balances
    .where('asOf')
    .below(listAsOf - overlapMs)
    .delete();
  await balances
    .where('asOf')
    .above(Math.max(listAsOf, now) + aheadMs)
    .delete();
}
