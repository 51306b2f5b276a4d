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
 * While this is set, older rows still have positions of another cluster: no fold, list or call may run
 * meanwhile.
 */
const adoptingKey = 'adopting-order';
/** Movements per transaction: a tenth of a second. */
const adoptedAtOnce = 10_000;

/**
 * Adopts older rows after a dump was loaded into another cluster, whose transaction ids start anew: older
 * rows would be in the future and new ones in the past. All older rows are marked as such in slices; `said`
 * reports the progress. An interrupted start resumes. Called at start before any write; several processes may
 * start at once.
 */
export async function adoptCommitOrder(
  database: Database,
  said: (adopted: number) => void = () => undefined,
): Promise<boolean> {
  if (!(await database.transaction(beginAdopting, 'money'))) return false;
  let adopted = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const from: string = after;
    const slice = await database.transaction((session) => adoptSlice(session, from), 'money');
    adopted += slice.count;
    after = slice.last;
    said(adopted);
  }
  return true;
}

/** Discards the sums, so that they are folded again from the first movement. */
export async function forgetSums(session: Session): Promise<void> {
  await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  await session.query({ name: 'forget-sums', text: 'delete from ledger_sum' });
}

async function lockCursor(session: Session): Promise<void> {
  await session.query({
    name: 'lock-day-cursor',
    text: 'select 1 from ledger_day_cursor where id = 1 for update',
  });
}

async function isAdopting(session: Session): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'read-adopting',
    text: 'select 1 from app_setting where key = $1',
    values: [adoptingKey],
  });
  return rowCount > 0;
}

/** Returns whether rows have to be adopted. */
async function beginAdopting(session: Session): Promise<boolean> {
  await lockCursor(session);
  if (await isAdopting(session)) return true;
  const { rows } = await session.query<{ foreign: boolean }>({
    name: 'foreign-order',
    text: `select greatest(
        (select xid from ledger_day_cursor where id = 1),
        (select coalesce(max(position), 0) from handed_list),
        (select coalesce(max(xid), 0) from voucher_block),
        (select max(xid) from movement)
      ) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as foreign`,
  });
  if (!rows[0]?.foreign) return false;
  await session.query({ name: 'adopt-blocks', text: 'delete from voucher_block' });
  // Without a known list, a device receives a full one.
  await session.query({ name: 'adopt-lists', text: 'update handed_list set position = 0' });
  await forgetSums(session);
  await session.query({
    name: 'adopt-day-cursor',
    text: `update ledger_day_cursor set until = '00000000-0000-0000-0000-000000000000', xid = 0 where id = 1`,
  });
  await session.query({
    name: 'write-adopting',
    text: `insert into app_setting (key, value) values ($1, '1')`,
    values: [adoptingKey],
  });
  return true;
}

/**
 * `last`: start of the next slice. Null when all are done, by this process or a parallel one that may already
 * be taking money.
 */
async function adoptSlice(session: Session, after: string): Promise<{ count: number; last: string | null }> {
  await lockCursor(session);
  if (!(await isAdopting(session))) return { count: 0, last: null };
  const { rows } = await session.query<{ count: number; last: string | null }>({
    name: 'adopt-movements',
    text: `with slice as (select id from movement where id > $1 and xid <> 0 order by id limit ${adoptedAtOnce}),
        adopted as (update movement m set xid = 0 from slice s where m.id = s.id)
      select count(*)::int as count, (select id from slice order by id desc limit 1) as last from slice`,
    values: [after],
  });
  const [found] = rows;
  if (found && found.count === adoptedAtOnce) return found;
  await session.query({
    name: 'end-adopting',
    text: 'delete from app_setting where key = $1',
    values: [adoptingKey],
  });
  return { count: found?.count ?? 0, last: null };
}
