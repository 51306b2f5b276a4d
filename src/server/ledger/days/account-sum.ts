import type { Amount } from '#src/protocol/brands.ts';
import { withheldOfStall } from '#src/server/ledger/withheld.ts';
import type { Session } from '#src/server/store/database.ts';

/** With more unfolded movements, reading the account's own postings is faster. */
const mostFresh = 2_000;

/**
 * SQL for the balance of a stall's or point's account: its running sum and, in the same snapshot,
 * later movements by the account's index. Null while the sums are too far behind. `account`:
 * SQL of its id.
 */
const sumSqlOf = (account: string): string => `(
    with cursor as (select xid from ledger_day_cursor where id = 1),
      fresh as materialized (
        select id from movement where xid >= (select xid from cursor) order by xid limit ${mostFresh + 1})
    select coalesce((
        select sum(s.total) from ledger_account a
          join ledger_sum s on s.market_id = a.market_id and s.account_kind = a.kind and s.owner_id = a.owner_id
        where a.id = ${account}), 0)
      + coalesce((
        select sum(p.amount) from fresh f cross join lateral
          (select sum(amount) as amount from posting where account_id = ${account} and movement_id = f.id) p), 0)
    from cursor
    where (select count(*) from fresh) <= ${mostFresh}
      and exists (select 1 from ledger_account a where a.id = ${account} and a.owner_id = a.id and a.kind in ('cash', 'stall'))
  )::bigint`;

const wholeSqlOf = (account: string): string =>
  `(select coalesce(sum(amount), 0)::bigint from posting where account_id = ${account})`;

const sumSql = sumSqlOf('$1');
const wholeSql = wholeSqlOf('$1');

/**
 * Returns the exact balance in any state of the sums, at the cost of a displayed one, or of reading the
 * account where its sums are far behind.
 */
export async function sumOfAccount(session: Session, account: string): Promise<number> {
  const { rows } = await session.query<{ sum: number | null }>({
    name: 'account-sum',
    text: `select ${sumSql} as sum`,
    values: [account],
  });
  return rows[0]?.sum ?? sumOfPostings(session, account);
}

/** Smallest unit shown. */
export type StallDues = { owed: Amount; withheld: Amount };

/** Returns a stall's balance with its withheld part, in one snapshot. */
export async function duesOfStall(session: Session, stallId: string): Promise<StallDues> {
  const { rows } = await session.query<Omit<StallDues, 'owed'> & { owed: Amount | null }>({
    name: 'stall-dues',
    text: duesText(sumSql),
    values: [stallId],
  });
  const [found] = rows;
  if (found && found.owed !== null) return { ...found, owed: found.owed };
  const whole = await session.query<StallDues>({
    name: 'stall-dues-of-postings',
    text: duesText(wholeSql),
    values: [stallId],
  });
  const [counted] = whole.rows;
  if (!counted) throw new Error('a select without a from returned no row');
  return counted;
}

function duesText(owed: string): string {
  return `select ${owed} as owed, ${withheldOfStall('$1')} as withheld`;
}

async function sumOfPostings(session: Session, account: string): Promise<number> {
  const { rows } = await session.query<{ sum: number }>({
    name: 'account-sum-of-postings',
    text: `select ${wholeSql} as sum`,
    values: [account],
  });
  return rows[0]?.sum ?? 0;
}
