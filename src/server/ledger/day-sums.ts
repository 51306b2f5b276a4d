import type { MarketId } from '#src/contract/brands.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { settledPosition, settledSql, type Position } from './commit-order.ts';

/** What one kind of movement did to one account; `account` is an account kind, or 'points'. */
export type LedgerSum = {
  market: MarketId;
  movement: string;
  account: string;
  owner: string;
  count: number;
  total: number;
};
/** The same of one day, "2026-03-28". */
export type LedgerDay = LedgerSum & { day: string };

/**
 * Days of one market (null: of all), both included: the stored sums and, in the same snapshot, the movements that are
 * not folded yet.
 */
export async function readDays(
  database: Database,
  timeZone: string,
  of: { market: MarketId | null; from: string; to: string },
): Promise<LedgerDay[]> {
  await foldDays(database, timeZone);
  const where = '($1::uuid is null or market_id = $1) and day between $3::date and $4::date';
  return readWhole<LedgerDay>(database, {
    name: 'ledger-days',
    text: (tail) => daysText(where, tail),
    values: [of.market, timeZone, of.from, of.to],
  });
}

/** What was folded and what came since, of the rows that `where` names. */
function daysText(where: string, tail: string): string {
  return `select market_id as market, day, movement_kind as movement, account_kind as account, owner_id as owner,
      sum(count)::bigint as count, sum(total)::bigint as total
    from (
      select market_id, day, movement_kind, account_kind, owner_id, count, total from ledger_day where ${where}
      union all
      select market_id, day, movement_kind, account_kind, owner_id, 1, amount from (${tail}) fresh where ${where}
    ) days
    group by market_id, day, movement_kind, account_kind, owner_id`;
}

/** Days of one stall, both included, in all that moved its account. */
export async function readStallDays(
  database: Database,
  timeZone: string,
  of: { stall: string; from: string; to: string },
): Promise<LedgerDay[]> {
  await foldDays(database, timeZone);
  const where = `account_kind = 'stall' and owner_id = $1::uuid and day between $3::date and $4::date`;
  return readWhole<LedgerDay>(database, {
    name: 'ledger-days-of-stall',
    text: (tail) => `${daysText(where, tail)} order by day`,
    values: [of.stall, timeZone, of.from, of.to],
  });
}

type Held = { market: MarketId | null; accounts: readonly string[]; before: string | null };

/** Sum of all days of these account kinds before `before` or, with null, until now: the balances of the accounts. */
export async function readSums(database: Database, timeZone: string, of: Held): Promise<LedgerSum[]> {
  await foldDays(database, timeZone);
  return sumsIn(database, timeZone, of);
}

/** The same inside a transaction, without folding first: movements not folded yet are read from the ledger. */
export async function sumsIn(session: Session, timeZone: string, of: Held): Promise<LedgerSum[]> {
  const where = `($1::uuid is null or market_id = $1) and ($3::date is null or day < $3)
    and account_kind = any ($4::text[])`;
  return readWhole<LedgerSum>(session, {
    name: 'ledger-sums',
    text: (
      tail,
    ) => `select market_id as market, movement_kind as movement, account_kind as account, owner_id as owner,
        sum(count)::bigint as count, sum(total)::bigint as total
      from (
        select market_id, movement_kind, account_kind, owner_id, count, total from ledger_day where ${where}
        union all
        select market_id, movement_kind, account_kind, owner_id, 1, amount from (${tail}) fresh where ${where}
      ) days
      group by market_id, movement_kind, account_kind, owner_id`,
    values: [of.market, timeZone, of.before, of.accounts],
  });
}

/**
 * How far the day sums go: every movement of a transaction below `xid` is in them. 0: those of before the order of commits
 * (migration 0007) are being folded, by their ids, up to `until`.
 */
type Cursor = { xid: Position; until: string; time_zone: string };

/** Movements that are not folded yet. $5: the cursor's `xid`, or its `until` while that is 0. */
function tailAfter({ xid }: Cursor): string {
  const fresh = xid > 0 ? 'xid >= $5::bigint' : 'xid > 0 or id > $5::uuid';
  return ledgerLegs(`select id, kind, recorded_at from movement where ${fresh}`, '$2');
}

/**
 * Runs `statement` with the fold's position as $5. As a value, and not as a subquery, it tells the planner how few
 * movements are left. When another process has folded on meanwhile, the statement is run again.
 */
async function readWhole<Row>(
  session: Session,
  statement: { name: string; text: (tail: string) => string; values: readonly unknown[] },
): Promise<Row[]> {
  for (;;) {
    const cursor = await readCursor(session, '');
    const { rows } = await session.query<{ xid: Position; until: string; sums: Row[] | null }>({
      name: cursor.xid > 0 ? statement.name : `${statement.name}-of-before`,
      text: `with found as (${statement.text(tailAfter(cursor))})
        select xid, until, (select json_agg(found) from found) as sums from ledger_day_cursor where id = 1`,
      values: [...statement.values, cursor.xid > 0 ? cursor.xid : cursor.until],
    });
    const row = rows[0];
    if (row?.xid === cursor.xid && row.until === cursor.until) return row.sums ?? [];
  }
}

async function readCursor(session: Session, lock: '' | 'for update'): Promise<Cursor> {
  const { rows } = await session.query<Cursor>({
    name: lock === '' ? 'folded-until' : 'lock-folded-until',
    text: `select xid, until, time_zone from ledger_day_cursor where id = 1 ${lock}`,
  });
  const [cursor] = rows;
  if (!cursor) throw new Error('the cursor of the day sums is gone');
  return cursor;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Movements, or transactions, per statement: about 30 ms, and purchases pass in between. */
const sliceSize = 500;

/**
 * Brings the day sums (ledger_day) up to the oldest transaction still running, in slices. Purchases write none of it:
 * reports pay for it, once per movement. The cursor's row is the lock, so that two processes never fold one slice twice.
 */
export async function foldDays(database: Database, timeZone: string): Promise<void> {
  while (await hasMore(database, timeZone))
    await database.transaction((session) => foldSlice(session, timeZone), 'read');
}

/** Without a lock: a report that finds nothing to fold writes nothing. */
async function hasMore(database: Database, timeZone: string): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({
    name: 'days-to-fold',
    text: `select c.time_zone <> $1 or c.xid = 0
        or exists (select 1 from movement m where m.xid >= c.xid and m.xid < ${settledSql}) as more
      from ledger_day_cursor c where c.id = 1`,
    values: [timeZone],
  });
  return rows[0]?.more ?? false;
}

async function foldSlice(session: Session, timeZone: string): Promise<void> {
  let cursor = await readCursor(session, 'for update');
  if (cursor.time_zone !== timeZone) {
    // The time zone has changed: everything is folded again.
    await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
    cursor = { xid: 0, until: nobody, time_zone: timeZone };
  }
  const next = cursor.xid === 0 ? await foldBefore(session, cursor) : await foldCommitted(session, cursor);
  await session.query({
    name: 'move-ledger-day-cursor',
    text: 'update ledger_day_cursor set xid = $1, until = $2, time_zone = $3 where id = 1',
    values: [next.xid, next.until, next.time_zone],
  });
}

/** A slice of the movements of before, by their ids; after the last one the order of commits takes over. */
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
  const to = Math.min(await settledPosition(session), cursor.xid + sliceSize);
  const { rows } = await session.query<{ folded: number }>({
    name: 'fold-days',
    text: `with ${foldInto('where xid >= $1 and xid < $3')} select (select count(*)::int from slice) as folded`,
    values: [cursor.xid, cursor.time_zone, to],
  });
  // Most transactions move no money: over long stretches of them it goes on to the next that does.
  return { ...cursor, xid: rows[0]?.folded ? to : await nextWritten(session, to) };
}

/** The first transaction at or after `from` that moved money; none: the oldest still running. */
async function nextWritten(session: Session, from: Position): Promise<Position> {
  const { rows } = await session.query<{ next: Position }>({
    name: 'next-written',
    text: `select least(coalesce((select min(xid) from movement where xid >= $1), ${settledSql}), ${settledSql}) as next`,
    values: [from],
  });
  return Math.max(from, rows[0]?.next ?? from);
}

function foldInto(slice: string): string {
  return `slice as (select id, kind, recorded_at from movement ${slice}), folded as (
      insert into ledger_day as d (market_id, day, movement_kind, account_kind, owner_id, count, total)
      select market_id, day, movement_kind, account_kind, owner_id, count(*), sum(amount)
      from (${ledgerLegs('select * from slice', '$2')}) leg
      group by market_id, day, movement_kind, account_kind, owner_id
      on conflict (market_id, day, movement_kind, account_kind, owner_id)
        do update set count = d.count + excluded.count, total = d.total + excluded.total
    )`;
}

/**
 * What the movements of `slice` (a select of id, kind, recorded_at) did to whose account: the unit of day sums. Owner:
 * the account's; for vouchers and points the market; for clearing the other market of the same movement. `timeZone` is a
 * placeholder, "$2". Points stand beside money as one more account kind.
 */
function ledgerLegs(slice: string, timeZone: string): string {
  return `
    select s.kind as movement_kind, (s.recorded_at at time zone ${timeZone})::date as day, a.kind as account_kind,
      a.market_id, p.amount,
      case a.kind
        when 'voucher' then a.market_id
        when 'clearing' then coalesce((
          select o.owner_id from posting q join ledger_account o on o.id = q.account_id
          where q.movement_id = p.movement_id and o.kind = 'clearing' and o.id <> a.id limit 1), a.market_id)
        else a.owner_id
      end as owner_id
    from (${slice}) s join posting p on p.movement_id = s.id join ledger_account a on a.id = p.account_id
    union all
    select s.kind, (s.recorded_at at time zone ${timeZone})::date, 'points', e.market_id, e.points, e.market_id
    from (${slice}) s join points_entry e on e.movement_id = s.id`;
}
