import type { MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import type { Position } from '../commit-order.ts';
import { ledgerLegs, readCursor, type Cursor } from './cursor.ts';

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
    text: (
      tail,
    ) => `select market_id as market, day, movement_kind as movement, account_kind as account, owner_id as owner,
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
    text: (
      tail,
    ) => `select market_id as market, movement_kind as movement, account_kind as account, owner_id as owner,
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

/** Selects movements not folded yet. $5: the cursor's `xid`, or its `until` while that is 0. */
function tailAfter({ xid }: Cursor): string {
  const fresh = xid > 0 ? 'xid >= $5::bigint' : 'xid > 0 or id > $5::uuid';
  return ledgerLegs(`select id, kind, recorded_at from movement where ${fresh}`, '$2');
}

/**
 * Runs `statement` with the fold's position as $5. As a value rather than a subquery it shows the planner how
 * few movements are left. The statement is repeated when another process has folded meanwhile.
 */
async function readWhole<Row>(
  session: Session,
  statement: { name: string; text: (tail: string) => string; values: readonly unknown[] },
): Promise<Row[]> {
  for (;;) {
    const cursor = await readCursor(session);
    if (!cursor) throw new Error('the cursor of the day sums is gone');
    const [of, timeZone, ...rest] = statement.values;
    const { rows } = await session.query<{ xid: Position; until: string; sums: Row[] | null }>({
      name: cursor.xid > 0 ? statement.name : `${statement.name}-of-before`,
      text: `with found as (${statement.text(tailAfter(cursor))})
        select xid, until, (select json_agg(found) from found) as sums from ledger_day_cursor where id = 1`,
      values: [of, cursor.time_zone || timeZone, ...rest, cursor.xid > 0 ? cursor.xid : cursor.until],
    });
    const row = rows[0];
    if (row?.xid === cursor.xid && row.until === cursor.until) return row.sums ?? [];
  }
}
