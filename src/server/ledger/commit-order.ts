import type { Session } from '#src/server/store/database.ts';

/**
 * The order in which transactions became visible, for whoever asks "what is new since": a position is a transaction id, and
 * everything below the oldest transaction still running will never change again. No clock is part of it, so it holds across
 * processes and whatever their clocks do. A transaction that runs for long only delays what comes after it.
 */
export type Position = number;

/**
 * SQL: everything that a transaction below this wrote here is committed, or never will be. Transactions of other databases of
 * the cluster are passed over, where this role may see them.
 */
export const settledSql = `(select coalesce(
    min(running::text::bigint) filter (where not exists (select 1 from pg_stat_activity other
      where other.backend_xid::text::bigint = running::text::bigint % 4294967296
        and other.datname <> current_database())),
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
  from pg_snapshot_xip(pg_current_snapshot()) as running)`;

export async function settledPosition(session: Session): Promise<Position> {
  const { rows } = await session.query<{ position: Position }>({
    name: 'settled-position',
    text: `select ${settledSql} as position`,
  });
  const [row] = rows;
  if (!row) throw new Error('the database named no transaction');
  return row.position;
}

/**
 * After a dump was loaded into another cluster its transaction ids begin anew: rows of before would lie in the future and
 * new ones in the past. All of them become rows of before. Called at start, before anything is written.
 */
export async function adoptCommitOrder(session: Session): Promise<boolean> {
  await session.query({
    name: 'lock-day-cursor',
    text: 'select 1 from ledger_day_cursor where id = 1 for update',
  });
  const { rows } = await session.query<{ foreign: boolean }>({
    name: 'foreign-order',
    text: `select greatest(
        (select xid from ledger_day_cursor where id = 1),
        (select coalesce(max(position), 0) from handed_list),
        (select coalesce(max(xid), 0) from voucher_block),
        (select xid from movement order by id desc limit 1)
      ) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as foreign`,
  });
  if (!rows[0]?.foreign) return false;
  await session.query({ name: 'adopt-movements', text: 'update movement set xid = 0 where xid <> 0' });
  await session.query({ name: 'adopt-blocks', text: 'delete from voucher_block' });
  // Without its list a device is sent a full one.
  await session.query({ name: 'adopt-lists', text: 'update handed_list set position = 0' });
  await session.query({ name: 'adopt-days', text: 'delete from ledger_day' });
  await session.query({ name: 'adopt-sums', text: 'delete from ledger_sum' });
  await session.query({
    name: 'adopt-day-cursor',
    text: `update ledger_day_cursor set until = '00000000-0000-0000-0000-000000000000', xid = 0 where id = 1`,
  });
  return true;
}
