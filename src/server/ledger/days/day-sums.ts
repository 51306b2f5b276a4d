import type { MarketId } from '#src/protocol/brands.ts';
import type { Session, Statement } from '#src/server/store/database.ts';
import type { Position } from '../commit-order.ts';

/** Effect of one movement kind on one account. `account` is an account kind, or 'points'. */
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

/** Selects movements not folded yet. $5: the cursor's `xid`. */
const tail = ledgerLegs('select id, kind, recorded_at from movement where xid >= $5::bigint', '$2');

/**
 * Returns the days of one market (null for all), inclusive: the stored sums and, in the same snapshot,
 * unfolded movements. `timeZone` defines days until something is folded; afterwards the sums' own zone
 * applies.
 */
export async function readDays(
  database: Session,
  timeZone: string,
  of: { market: MarketId | null; from: string; to: string },
): Promise<LedgerDay[]> {
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

/**
 * Returns the account balances before `before`, or now with null. Read from the running sums, less the days
 * from `before` on, so the cost depends on the days since and not on the whole history.
 */
export async function readSums(session: Session, timeZone: string, of: Held): Promise<LedgerSum[]> {
  const where = '($1::uuid is null or market_id = $1) and account_kind = any ($4::text[])';
  const columns = 'market_id, movement_kind, account_kind, owner_id';
  return readWhole<LedgerSum>(session, {
    name: 'ledger-sums',
    text: `select market_id as market, movement_kind as movement, account_kind as account, owner_id as owner,
        sum(count)::bigint as count, sum(total)::bigint as total
      from (
        select ${columns}, count, total from ledger_sum where ${where}
        union all
        select ${columns}, -count, -total from ledger_day where ${where} and day >= $3::date
        union all
        select ${columns}, 1, amount from (${tail}) fresh where ${where} and ($3::date is null or day < $3)
      ) days
      group by market_id, movement_kind, account_kind, owner_id having sum(count) <> 0`,
    values: [of.market, timeZone, of.before, of.accounts],
  });
}

export function groupSums<Row extends LedgerSum>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/**
 * Runs a statement with the fold's position as $5. As a value rather than a subquery it shows the planner how
 * few movements are left. The statement is repeated when another process has folded meanwhile.
 */
async function readWhole<Row>(
  session: Session,
  { name, text, values: [of, timeZone, ...rest] }: Required<Omit<Statement, 'mayTakeLong'>>,
): Promise<Row[]> {
  for (;;) {
    const cursor = await readCursor(session);
    if (!cursor) throw new Error('the cursor of the day sums is gone');
    const { rows } = await session.query<{ xid: Position; sums: Row[] | null }>({
      name,
      text: `with found as (${text})
        select xid, (select json_agg(found) from found) as sums from ledger_day_cursor where id = 1`,
      values: [of, cursor.time_zone || timeZone, ...rest, cursor.xid],
    });
    const row = rows[0];
    if (row?.xid === cursor.xid) return row.sums ?? [];
  }
}

/**
 * Position of the day sums: they include every movement below `xid`. `time_zone` defines the start of days; empty until
 * set.
 */
export type Cursor = { xid: Position; time_zone: string };

export async function readCursor(
  session: Session,
  lock: '' | 'for update' | 'for update skip locked' = '',
): Promise<Cursor | null> {
  const { rows } = await session.query<Cursor>({
    name: lock === '' ? 'folded-until' : `folded-until-${lock.replaceAll(' ', '-')}`,
    text: `select xid, time_zone from ledger_day_cursor where id = 1 ${lock}`,
  });
  return rows[0] ?? null;
}

/**
 * SQL for the effect of the movements in `slice` (a select of id, kind, recorded_at) on each account, the
 * unit of day sums. Owner: the account's; for vouchers and points the market; for clearing the other market
 * of the movement. `timeZone` is a placeholder, "$2". Points appear as one more account kind.
 */
export function ledgerLegs(slice: string, timeZone: string): string {
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
