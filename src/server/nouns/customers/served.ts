import { marketScope, type Actor } from '#src/server/actor.ts';
import type { Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/store/records/people.ts';

/** SQL: one row for each tie between a customer and a market; `ids` is compared with the customer's id. */
export const servedBy = (ids: string): string => `
  select market_id, created_at as at from voucher where owner_id = ${ids}
  union all select market_id, recorded_at from purchase where customer_id = ${ids}
  union all select market_id, recorded_at from points_entry where customer_id = ${ids}
  union all select market_id, recorded_at from consent where customer_id = ${ids} and market_id is not null`;

/**
 * Returns whether the actor may edit the customer: ADMIN, a market that has served them, or any market when none has, so
 * that a first mistake can be corrected.
 */
export async function mayChange(session: Session, actor: Actor, customerId: string): Promise<boolean> {
  const marketId = marketScope(actor);
  if (marketId === null) return true;
  const { rows } = await session.query<{ any: boolean; own: boolean }>({
    name: 'who-served',
    text: `select count(*) > 0 as any, coalesce(bool_or(market_id = $2), false) as own
      from (${servedBy(idsOf('$1::uuid'))}) t`,
    values: [customerId, marketId],
  });
  return rows[0]?.own === true || rows[0]?.any !== true;
}
