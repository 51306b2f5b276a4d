import type { Database, Session } from '#src/server/store/database.ts';
import { forgetSums, settledPosition, settledSql, type Position } from '../commit-order.ts';
import { ledgerLegs, readCursor } from './day-sums.ts';

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
    text: `select exists (select 1 from movement m where m.xid >= c.xid and m.xid < ${settledSql}) as more
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
  const cursor = await readCursor(session, lock);
  if (!cursor) return false;
  const zone = cursor.time_zone || timeZone;
  // The settled position may fall back (commit-order.ts), but folded movements are never folded again.
  const to = Math.max(cursor.xid, Math.min(await settledPosition(session), cursor.xid + sliceSize));
  const { rows } = await session.query<{ folded: number }>({
    name: 'fold-days',
    text: foldStatement,
    values: [cursor.xid, zone, to],
  });
  // Most transactions move no money: a long stretch of them is skipped to the next that does.
  const next = rows[0]?.folded ? to : await nextWritten(session, to);
  await session.query({
    name: 'move-ledger-day-cursor',
    text: 'update ledger_day_cursor set xid = $1, time_zone = $2 where id = 1',
    values: [next, zone],
  });
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
  if (!isEmpty) await forgetSums(session);
  await session.query({
    name: 'settle-time-zone',
    text: 'update ledger_day_cursor set time_zone = $1 where id = 1',
    values: [timeZone],
  });
  return !isEmpty;
}

async function hasAny(session: Session): Promise<boolean> {
  const { rowCount } = await session.query({ name: 'any-day', text: 'select 1 from ledger_day limit 1' });
  return rowCount > 0;
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

/** Folds the movements from $1 on and before $3. $2: the zone of days. */
const foldStatement = `with slice as (select id, kind, recorded_at from movement where xid >= $1 and xid < $3), legs as materialized (
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
    )
    select (select count(*)::int from slice) as folded`;
