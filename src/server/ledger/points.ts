import type { HeldPoints } from '#src/operations/void/rule.ts';
import { toPoints, type MarketId, type Points } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/store/records/people.ts';

/**
 * SQL: the redeemable points of the entries `e`: all but those of sales since `today`, the start of the market's
 * day, which their stall can still void, and of voids of those sales.
 */
export function pointsColumn(today: string): string {
  return `coalesce(sum(e.points) filter (where e.recorded_at < ${today}
    or (e.points < 0 and not exists (select 1 from purchase_void v join purchase b on b.movement_id = v.purchase_id
      where v.movement_id = e.movement_id and b.recorded_at >= ${today}))), 0)::bigint as points`;
}

/** Returns a customer's redeemable points in a market. `today`: start of its day. */
export async function readPoints(
  session: Session,
  of: { customer: string; market: MarketId; today: Date },
): Promise<Points> {
  const { rows } = await session.query<{ points: Points }>({
    name: 'points-of-customer',
    text: `select ${pointsColumn('$3')} from points_entry e where e.customer_id = ${idsOf('$1::uuid')} and e.market_id = $2`,
    values: [of.customer, of.market, of.today],
  });
  return rows[0]?.points ?? toPoints(0);
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
