import type { Database, Session } from '#src/server/store/database.ts';
import { foldDays } from './fold-days.ts';
import { ledgerLegs } from './ledger-legs.ts';

/** What one kind of movement did to one account; `account` is an account kind, or 'points'. */
export type LedgerSum = {
  market: string;
  movement: string;
  account: string;
  owner: string;
  count: number;
  total: number;
};
/** The same of one day, "2026-03-28". */
export type LedgerDay = LedgerSum & { day: string };

/** The newest movements, which no day sum holds yet: after $5. */
const tail = ledgerLegs('select id, kind, recorded_at from movement where id > $5::uuid', '$2');

/**
 * Days of one market (null: of all), both included: the sums that are kept and, in the same snapshot, what they do not
 * hold yet.
 */
export async function readDays(
  database: Database,
  timeZone: string,
  of: { market: string | null; from: string; to: string },
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

type Held = { market: string | null; accounts: readonly string[]; before: string | null };

/** All days of these account kinds as one, before `before` or, with null, until now: what the accounts hold. */
export async function readSums(database: Database, timeZone: string, of: Held): Promise<LedgerSum[]> {
  await foldDays(database, timeZone);
  return sumsIn(database, timeZone, of);
}

/** The same inside a transaction, without folding first: whatever is not folded yet is read from the ledger. */
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
 * Runs `statement` with where the fold stands as $5. As a value, and not as a subquery, it tells the planner how few
 * movements are left; so it may have moved on when the statement takes its snapshot: then it is asked again.
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
