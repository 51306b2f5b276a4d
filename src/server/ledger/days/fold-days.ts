import type { Database, Session } from '#src/server/store/database.ts';
import { forgetSums, settledPosition, settledSql, type Position } from '../commit-order.ts';
import { ledgerLegs, readCursor, writeCursor, type Cursor } from './cursor.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Movements, or transactions, per statement: about 30 ms, so that purchases run in between. */
const sliceSize = 500;

/**
 * Advances the day sums (ledger_day) and running sums (ledger_sum) to the oldest running transaction, in
 * slices. The server runs it at start and by a timer, never within purchases or reports. The cursor's row is
 * the lock, so no slice is folded twice. `timeZone`: for sums without one yet.
 */
export async function foldDays(database: Database, timeZone: string): Promise<void> {
  while (await hasMore(database))
    await database.transaction((session) => foldSlice(session, timeZone, 'for update'), 'read');
}

/**
 * The same, but does nothing while another process folds. It stops between two slices on request, and the
 * next call resumes.
 */
export async function foldDaysIfFree(
  database: Database,
  timeZone: string,
  isEnding: () => boolean = () => false,
): Promise<void> {
  for (let isFree = true; isFree && !isEnding() && (await hasMore(database));)
    isFree = await database.transaction(
      (session) => foldSlice(session, timeZone, 'for update skip locked'),
      'read',
    );
}

/** Reads without a lock, so that nothing is written when there is nothing to fold. */
async function hasMore(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({
    name: 'days-to-fold',
    text: `select c.xid = 0
        or exists (select 1 from movement m where m.xid >= c.xid and m.xid < ${settledSql}) as more
      from ledger_day_cursor c where c.id = 1`,
  });
  return rows[0]?.more ?? false;
}

/** Returns whether it got the lock. */
async function foldSlice(
  session: Session,
  timeZone: string,
  lock: 'for update' | 'for update skip locked',
): Promise<boolean> {
  const found = await readCursor(session, lock);
  if (!found) return false;
  const cursor = { ...found, time_zone: found.time_zone || timeZone };
  await writeCursor(
    session,
    cursor.xid === 0 ? await foldBefore(session, cursor) : await foldCommitted(session, cursor),
  );
  return true;
}

/**
 * Sets the zone in which days begin. It belongs to the sums and not to the process: two processes with
 * different zones would otherwise refold everything in turn. Called at start. A zone other than that of the
 * sums is refused, unless `from` names theirs; then all days are folded again, and it returns true.
 */
export async function settleTimeZone(
  session: Session,
  { timeZone, from }: { timeZone: string; from: string | null },
): Promise<boolean> {
  const cursor = await readCursor(session, 'for update');
  if (!cursor) throw new Error('the cursor of the day sums is gone');
  if (cursor.time_zone === timeZone) return false;
  const isEmpty = !(await hasAny(session));
  if (cursor.time_zone !== '' && !isEmpty && cursor.time_zone !== from)
    throw new Error(
      `Los días de esta base de datos empiezan en ${cursor.time_zone} y TIME_ZONE dice ${timeZone}. Para cambiarlos detenga ` +
        `todos los servidores y arranque una vez con TIME_ZONE_FROM=${cursor.time_zone}: se vuelven a sumar todos.`,
    );
  if (isEmpty) {
    await writeCursor(session, { ...cursor, time_zone: timeZone });
    return false;
  }
  await forgetSums(session);
  await writeCursor(session, { xid: 0, until: nobody, time_zone: timeZone });
  return true;
}

async function hasAny(session: Session): Promise<boolean> {
  const { rowCount } = await session.query({ name: 'any-day', text: 'select 1 from ledger_day limit 1' });
  return rowCount > 0;
}

/** Folds a slice of older movements by id. After the last, the order of commits takes over. */
async function foldBefore(session: Session, cursor: Cursor): Promise<Cursor> {
  const { rows } = await session.query<{ last: string | null }>({
    name: 'fold-days-of-before',
    text: `with ${foldInto('where xid = 0 and id > $1 order by id limit ' + String(sliceSize))}
      select (select id from slice order by id desc limit 1) as last`,
    values: [cursor.until, cursor.time_zone],
  });
  const last = rows[0]?.last;
  return last ? { ...cursor, until: last } : { ...cursor, xid: await nextWritten(session, 1) };
}

async function foldCommitted(session: Session, cursor: Cursor): Promise<Cursor> {
  // The settled position may fall back (commit-order.ts), but folded movements are never folded again.
  const to = Math.max(cursor.xid, Math.min(await settledPosition(session), cursor.xid + sliceSize));
  const { rows } = await session.query<{ folded: number }>({
    name: 'fold-days',
    text: `with ${foldInto('where xid >= $1 and xid < $3')} select (select count(*)::int from slice) as folded`,
    values: [cursor.xid, cursor.time_zone, to],
  });
  // Most transactions move no money: a long stretch of them is skipped to the next that does.
  return { ...cursor, xid: rows[0]?.folded ? to : await nextWritten(session, to) };
}

/** Returns the first transaction at or after `from` that moved money, or the oldest running one. */
async function nextWritten(session: Session, from: Position): Promise<Position> {
  const { rows } = await session.query<{ next: Position }>({
    name: 'next-written',
    text: `select least(coalesce((select min(xid) from movement where xid >= $1), ${settledSql}), ${settledSql}) as next`,
    values: [from],
  });
  return Math.max(from, rows[0]?.next ?? from);
}

function foldInto(slice: string): string {
  return `slice as (select id, kind, recorded_at from movement ${slice}), legs as materialized (
      select market_id, day, movement_kind, account_kind, owner_id, count(*) as count, sum(amount) as total
      from (${ledgerLegs('select * from slice', '$2')}) leg
      group by market_id, day, movement_kind, account_kind, owner_id
    ), folded as (
      insert into ledger_day as d (market_id, day, movement_kind, account_kind, owner_id, count, total, summed)
      select market_id, day, movement_kind, account_kind, owner_id, count, total, true from legs
      on conflict (market_id, day, movement_kind, account_kind, owner_id)
        do update set count = d.count + excluded.count, total = d.total + excluded.total
    ), summed as (
      insert into ledger_sum as s (market_id, account_kind, owner_id, movement_kind, count, total)
      select market_id, account_kind, owner_id, movement_kind, sum(count), sum(total) from legs
      group by market_id, account_kind, owner_id, movement_kind
      on conflict (market_id, account_kind, owner_id, movement_kind)
        do update set count = s.count + excluded.count, total = s.total + excluded.total
    )`;
}
