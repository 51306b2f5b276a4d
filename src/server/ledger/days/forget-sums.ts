import type { Session } from '#src/server/store/database.ts';

/**
 * Discards the sums, so that they are folded again from the first movement. Closed months have no movements
 * to fold: their totals are inserted as they were.
 */
export async function forgetSums(session: Session): Promise<void> {
  await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  await session.query({ name: 'forget-sums', text: 'delete from ledger_sum' });
  await session.query({
    name: 'days-of-closed-months',
    text: `insert into ledger_day (market_id, day, movement_kind, account_kind, owner_id, count, total, summed)
      select market_id, day, movement_kind, account_kind, owner_id, count, total, true from closed_day`,
  });
  await session.query({
    name: 'sums-of-closed-months',
    text: `insert into ledger_sum (market_id, account_kind, owner_id, movement_kind, count, total)
      select market_id, account_kind, owner_id, movement_kind, sum(count), sum(total) from closed_day
      group by market_id, account_kind, owner_id, movement_kind`,
  });
}
