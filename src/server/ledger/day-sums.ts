import type { MarketId } from '#src/contract/brands.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { uuidV7 } from './ids.ts';

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

/** Movements after $5, which are not folded yet. */
const tail = ledgerLegs('select id, kind, recorded_at from movement where id > $5::uuid', '$2');

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
    text: `select market_id as market, day, movement_kind as movement, account_kind as account, owner_id as owner,
        sum(count)::bigint as count, sum(total)::bigint as total
      from (
        select market_id, day, movement_kind, account_kind, owner_id, count, total from ledger_day where ${where}
        union all
        select market_id, day, movement_kind, account_kind, owner_id, 1, amount from (${tail}) fresh where ${where}
      ) days
      group by market_id, day, movement_kind, account_kind, owner_id`,
    values: [of.market, timeZone, of.from, of.to],
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
    text: `select market_id as market, movement_kind as movement, account_kind as account, owner_id as owner,
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
 * Runs `statement` with the fold's position as $5. As a value, and not as a subquery, it tells the planner how few
 * movements are left. When another process has folded on meanwhile, the statement is run again.
 */
async function readWhole<Row>(
  session: Session,
  statement: { name: string; text: string; values: readonly unknown[] },
): Promise<Row[]> {
  for (;;) {
    const cursor = await session.query<{ until: string }>({
      name: 'folded-until',
      text: 'select until from ledger_day_cursor where id = 1',
    });
    const until = cursor.rows[0]?.until;
    const { rows } = await session.query<{ until: string; sums: Row[] | null }>({
      name: statement.name,
      text: `with found as (${statement.text})
        select until, (select json_agg(found) from found) as sums from ledger_day_cursor where id = 1`,
      values: [...statement.values, until],
    });
    const row = rows[0];
    if (row?.until === until) return row?.sums ?? [];
  }
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Movements per statement: about 30 ms, and purchases pass in between. */
const sliceSize = 500;

/**
 * Movements younger than this are not folded: an id is made before its transaction commits, so one with a smaller id
 * may still be uncommitted. Reports read these from the ledger.
 */
const marginMs = 5 * 60_000;

/**
 * Brings the day sums (ledger_day) up to five minutes ago, in slices. Purchases write none of it: reports pay for it,
 * once per movement. The cursor's row is the lock, so that two processes never fold one slice twice.
 */
export async function foldDays(database: Database, timeZone: string, margin = marginMs): Promise<void> {
  const limit = `${uuidV7(Date.now() - margin).slice(0, 13)}-7000-8000-000000000000`;
  while (await hasMore(database, timeZone, limit))
    await database.transaction((session) => foldSlice(session, timeZone, limit), 'read');
}

/** Without a lock: a report that finds nothing to fold writes nothing. */
async function hasMore(database: Database, timeZone: string, limit: string): Promise<boolean> {
  const { rows } = await database.query<{ more: boolean }>({
    name: 'days-to-fold',
    text: `select c.time_zone <> $1 or exists (select 1 from movement m where m.id > c.until and m.id < $2) as more
      from ledger_day_cursor c where c.id = 1`,
    values: [timeZone, limit],
  });
  return rows[0]?.more ?? false;
}

async function foldSlice(session: Session, timeZone: string, limit: string): Promise<void> {
  const { rows } = await session.query<{ until: string; time_zone: string }>({
    name: 'ledger-day-cursor',
    text: 'select until, time_zone from ledger_day_cursor where id = 1 for update',
  });
  const cursor = rows[0];
  if (!cursor) throw new Error('the cursor of the day sums is gone');
  const isOtherZone = cursor.time_zone !== timeZone;
  // The time zone has changed: everything is folded again.
  if (isOtherZone) await session.query({ name: 'forget-days', text: 'delete from ledger_day' });
  const folded = await session.query<{ last: string | null }>({
    name: 'fold-days',
    text: `with slice as (
        select id, kind, recorded_at from movement where id > $1 and id < $3 order by id limit ${sliceSize}
      ), folded as (
        insert into ledger_day as d (market_id, day, movement_kind, account_kind, owner_id, count, total)
        select market_id, day, movement_kind, account_kind, owner_id, count(*), sum(amount)
        from (${ledgerLegs('select * from slice', '$2')}) leg
        group by market_id, day, movement_kind, account_kind, owner_id
        on conflict (market_id, day, movement_kind, account_kind, owner_id)
          do update set count = d.count + excluded.count, total = d.total + excluded.total
      )
      select (select id from slice order by id desc limit 1) as last`,
    values: [isOtherZone ? nobody : cursor.until, timeZone, limit],
  });
  const slice = folded.rows[0];
  await session.query({
    name: 'move-ledger-day-cursor',
    text: 'update ledger_day_cursor set until = $1, time_zone = $2 where id = 1',
    values: [slice?.last ?? (isOtherZone ? nobody : cursor.until), timeZone],
  });
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
