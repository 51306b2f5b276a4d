import { toPoints, type MarketId, type Points } from '#src/contract/brands.ts';
import type { HeldPoints } from '#src/domain/operations/void.ts';
import { idsOf } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * SQL: sum of the points entries `e`, and its unconfirmed part: points of sales since `today`, the start of
 * the market's day, less voids of those sales. A redemption, and a void of an older sale, count at once.
 */
export function pointsColumns(today: string): string {
  return `coalesce(sum(e.points), 0)::bigint as points, coalesce(sum(e.points) filter (where e.recorded_at >= ${today}
    and (e.points > 0 or exists (select 1 from purchase_void v join purchase b on b.movement_id = v.purchase_id
      where v.movement_id = e.movement_id and b.recorded_at >= ${today}))), 0)::bigint as points_to_confirm`;
}

export type CustomerPoints = { points: Points; points_to_confirm: Points };

/** Returns a customer's points in a market. `today`: start of its day. */
export async function readPoints(
  session: Session,
  of: { customer: string; market: MarketId; today: Date },
): Promise<CustomerPoints> {
  const { rows } = await session.query<CustomerPoints>({
    name: 'points-of-customer',
    text: `select ${pointsColumns('$3')} from points_entry e where e.customer_id = ${idsOf('$1::uuid')} and e.market_id = $2`,
    values: [of.customer, of.market, of.today],
  });
  return rows[0] ?? { points: toPoints(0), points_to_confirm: toPoints(0) };
}

/**
 * Locks these customers' current rows, across merges, in one order: redemptions and voids of one customer run
 * one at a time.
 */
export async function lockCustomers(session: Session, ids: readonly string[]): Promise<void> {
  await session.query({
    name: 'lock-customers',
    text: `select id from person where id in (select coalesce(merged_into, id) from person where id = any ($1::uuid[]))
      order by id for no key update`,
    values: [ids],
  });
}

/** Returns each customer's points in a market, and their redemptions there since that time. */
export async function readHeldPoints(
  session: Session,
  of: { owners: readonly string[]; market: MarketId; since: Date },
): Promise<Map<string, HeldPoints>> {
  const { rows } = await session.query<{ id: string; balance: Points; redeemed: Points }>({
    name: 'held-points',
    text: `select p.id,
        (select coalesce(sum(e.points), 0) from points_entry e
          where e.customer_id = ${idsOf('coalesce(p.merged_into, p.id)')} and e.market_id = $2)::bigint as balance,
        (select coalesce(sum(x.points), 0) from redemption x where x.customer_id = ${idsOf('coalesce(p.merged_into, p.id)')}
          and x.market_id = $2 and x.recorded_at >= $3)::bigint as redeemed
      from person p where p.id = any ($1::uuid[])`,
    values: [of.owners, of.market, of.since],
  });
  return new Map(rows.map(({ id, balance, redeemed }) => [id, { balance, redeemedSince: redeemed }]));
}

/**
 * After a void older than this the customer is no longer listed as owing points; the customer's own page
 * always shows it.
 */
const listedMs = 90 * 86_400_000;

/**
 * Returns customers with negative points in a market, newest void first: a sale was voided after its points
 * were redeemed. Only voids of the last 90 days are read, so that a long history costs the same.
 */
export async function readDebtors(
  session: Session,
  market: MarketId,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await session.query<{ id: string; name: string }>({
    name: 'points-debtors',
    text: `with customer as (
        select coalesce(c.merged_into, c.id) as id, max(v.recorded_at) as at
        from purchase_void v join purchase b on b.movement_id = v.purchase_id join person c on c.id = b.customer_id
        where v.market_id = $1 and v.points > 0 and v.recorded_at >= $2 group by 1
      )
      select c.id, p.owner_name as name from customer c join person p on p.id = c.id
      where (select sum(e.points) from points_entry e
        where e.customer_id = ${idsOf('c.id')} and e.market_id = $1) < 0
      order by c.at desc, c.id`,
    values: [market, new Date(now.getTime() - listedMs)],
  });
  return rows;
}
