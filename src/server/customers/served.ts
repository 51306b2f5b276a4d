import { marketScope, type Actor } from '#src/server/actor.ts';
import type { Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/records/people.ts';

/** SQL: what ties a customer to a market, one row for each; `ids` is compared with the customer's id. */
const ties = (ids: string): string => `
  select market_id, created_at as at from voucher where owner_id = ${ids}
  union all select market_id, recorded_at from purchase where customer_id = ${ids}
  union all select market_id, recorded_at from points_entry where customer_id = ${ids}
  union all select market_id, recorded_at from consent where customer_id = ${ids} and market_id is not null`;

/** ADMIN, a market that has served the customer, or any where none has: somebody must be able to mend a first mistake. */
export async function mayChange(session: Session, actor: Actor, customerId: string): Promise<boolean> {
  const marketId = marketScope(actor);
  if (marketId === null) return true;
  const { rows } = await session.query<{ any: boolean; own: boolean }>({
    name: 'who-served',
    text: `select count(*) > 0 as any, coalesce(bool_or(market_id = $2), false) as own
      from (${ties(idsOf('$1::uuid'))}) t`,
    values: [customerId, marketId],
  });
  return rows[0]?.own === true || rows[0]?.any !== true;
}

/** The market itself has served the customer, or the caller is ADMIN. */
export async function hasServed(session: Session, actor: Actor, customerId: string): Promise<boolean> {
  const marketId = marketScope(actor);
  if (marketId === null) return true;
  const { rowCount } = await session.query({
    name: 'has-served',
    text: `select 1 from (${ties(idsOf('$1::uuid'))}) t where market_id = $2 limit 1`,
    values: [customerId, marketId],
  });
  return rowCount > 0;
}

/** Customers whom every market that served them keeps for so many years alone, the last of which are over. */
export async function readOutOfTime(session: Session, now: Date): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>({
    text: `select p.id from person p cross join lateral (
        select max(t.at) as at, bool_and(coalesce(d.years, 0) > 0) as is_set, max(d.years) as years
        from (${ties(idsOf('p.id'))}) t left join data_policy d on d.market_id = t.market_id) kept
      where p.user_type = 'USUARIO' and p.merged_into is null and p.forgotten_at is null
        and kept.is_set and kept.at < $1::timestamptz - make_interval(years => kept.years)
      order by p.created_at, p.id`,
    values: [now],
  });
  return rows.map(({ id }) => id);
}
