import type { Database, Session } from '#src/server/store/database.ts';

/**
 * The order in which transactions became visible, for queries of "changes since": a position is a transaction
 * id, and nothing below the oldest running transaction will ever change again. It uses no clock, so it holds
 * across processes. A long transaction only delays those after it.
 */
export type Position = number;

/**
 * SQL for the position below which everything written here is committed or rolled back. Transactions of the
 * cluster's other databases are skipped if this role may see them. One that ends between the look at running
 * transactions and that at their databases counts as local. The next position may therefore be lower than the
 * last; a reader that continues from one to the next keeps the higher.
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
 * Adopts older rows after a dump was loaded into another cluster, whose transaction ids start anew: older
 * rows would be in the future and new ones in the past. Older movements get negative positions in the order of their
 * ids, and whatever names a position begins anew. Called at start before any write; of several processes that start at
 * once the cursor's row lets one through. One transaction: a crash leaves the rows to the next start. Returns the
 * number of older movements.
 */
export function adoptCommitOrder(database: Database): Promise<number> {
  return database.transaction(async (session) => {
    // The adoption of a large ledger has no time limit, and neither has the wait for one.
    await session.query({ text: 'set local statement_timeout = 0' });
    await session.query({
      text: 'select 1 from ledger_day_cursor where id = 1 for update',
      mayTakeLong: true,
    });
    const { rows } = await session.query<{ foreign: boolean }>({
      name: 'foreign-order',
      text: `select greatest(
          (select xid from ledger_day_cursor where id = 1),
          (select coalesce(max(position), 0) from handed_list),
          (select coalesce(max(xid), 0) from voucher_block),
          (select max(xid) from movement)
        ) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as foreign`,
    });
    if (!rows[0]?.foreign) return 0;
    await session.query({ name: 'adopt-blocks', text: 'delete from voucher_block' });
    // Without a known list, a device receives a full one.
    await session.query({ name: 'adopt-lists', text: 'update handed_list set position = 0' });
    const { rowCount } = await session.query({
      text: `update movement m set xid = o.place
        from (select id, row_number() over (order by id) - count(*) over () - 1 as place from movement) o
        where o.id = m.id`,
      mayTakeLong: true,
    });
    await forgetSums(session);
    return rowCount;
  }, 'money');
}

/** Discards the sums, so that they are folded again from the first movement. */
export async function forgetSums(session: Session): Promise<void> {
  await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  await session.query({ name: 'forget-sums', text: 'delete from ledger_sum' });
  await session.query({
    name: 'fold-again',
    text: 'update ledger_day_cursor set xid = least((select min(xid) from movement), 0) where id = 1',
  });
}
