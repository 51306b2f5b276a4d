import type { PointsPage, PointsRow, Reward } from '#src/contract/points/schemas.ts';
import type { HolderPoints, VoucherState } from '#src/contract/vouchers/schemas.ts';
import type { Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { pointsColumn } from '#src/server/ledger/points.ts';
import { voucherState, type VoucherStateRow } from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { newestFirst, placeOf, type Dated, type PageAsked } from '#src/server/store/records/paging.ts';
import { isNamed, peopleNamed } from '#src/server/store/records/people-named.ts';
import { idsOf } from '#src/server/store/records/people.ts';
import { idEndOfWalk, mostWalked } from '#src/server/store/records/walk.ts';
import { isoOf } from '#src/server/store/rows.ts';

export type RewardRow = Omit<Reward, 'monto'> & { monto: Amount | null; marketId: MarketId };

const rewardColumns = `r.id as _id, r.market_id as "marketId", m.code as "globalMarketId", r.name, r.description,
  r.points_cost as "pointsCost", r.amount as monto, r.is_active as active, ${isoOf('r.created_at')} as "createAt"`;

/**
 * Returns the rewards of a market, or of the whole region when null, cheapest first. Without `withPaused`, only those
 * that can be redeemed now.
 */
export async function readRewards(
  session: Session,
  marketId: MarketId | null,
  { withPaused }: { withPaused: boolean },
): Promise<RewardRow[]> {
  const { rows } = await session.query<RewardRow>({
    name: 'rewards',
    text: `select ${rewardColumns} from reward r join market m on m.id = r.market_id
      where r.visible and (r.is_active or $2) and ($1::uuid is null or r.market_id = $1)
      order by r.points_cost, r.name, r.id limit 1000`,
    values: [marketId, withPaused],
  });
  return rows;
}

/** Returns one reward of a market, or of any market when null, locked for a change. */
export async function lockReward(
  session: Session,
  id: string,
  marketId: MarketId | null,
): Promise<RewardRow | undefined> {
  const { rows } = await session.query<RewardRow>({
    name: 'reward-for-change',
    text: `select ${rewardColumns} from reward r join market m on m.id = r.market_id
      where r.id = $1 and ($2::uuid is null or r.market_id = $2) and r.visible for update of r`,
    values: [id, marketId],
  });
  return rows[0];
}

export function toReward({ marketId: _marketId, monto, ...reward }: RewardRow): Reward {
  return { ...reward, ...(monto !== null && { monto }) };
}

/**
 * Returns points, of one customer or of all when null, newest first. A market sees those earned and spent there. Rows are ordered by
 * movement id, which is chronological, so purchases maintain no further index.
 */
export async function listPoints(
  { database: session }: { database: Database },
  actor: Actor,
  customerId: string | null,
  page: PageAsked & { q?: string | undefined },
): Promise<PointsPage> {
  const marketId = marketScope(actor);
  const { limit, cursor, after } = placeOf(page);
  const named = page.q ? await peopleNamed(session, page.q) : null;
  // The scan skips rows of other markets: points have no index by market.
  const isWalked = customerId === null && (marketId !== null || named !== null) && !named?.ids;
  const end = isWalked
    ? await idEndOfWalk(session, {
        rows: 'from points_entry e where ($1::uuid is null or e.movement_id < $1)',
        by: 'e.movement_id',
        values: [cursor?.id ?? null],
        cursor,
        most: mostWalked.points,
      })
    : null;
  const { rows } = await session.query<Dated<PointsRow>>({
    name: customerId === null ? 'points-page' : 'points-of-customer-page',
    text: `with page as (
        select e.movement_id, e.customer_id, e.points, e.recorded_at from points_entry e
          join person c on c.id = e.customer_id
        where ${customerId === null ? '$2::uuid is null' : `e.customer_id = ${idsOf('$2::uuid')}`}
          and ($1::uuid is null or e.market_id = $1)
          and ${isNamed(named, '$3', { id: 'e.customer_id', text: 'c.search_text' })}
          and ($4::timestamptz is null or e.movement_id < $5::uuid)
          and ${end === null ? '$7::uuid is null' : 'e.movement_id >= $7::uuid'}
        order by e.movement_id desc limit $6
      )
      select page.movement_id as id, page.customer_id as "clientId", c.owner_name as "ownerName", page.points, mv.kind,
        coalesce(b.code, w.name, vb.code, ab.code, '') as reason, page.recorded_at as at
      from page join person c on c.id = page.customer_id join movement mv on mv.id = page.movement_id
        left join purchase b on b.movement_id = page.movement_id
        left join redemption x on x.movement_id = page.movement_id left join reward w on w.id = x.reward_id
        left join purchase_void v on v.movement_id = page.movement_id
        left join purchase vb on vb.movement_id = v.purchase_id
        left join conflict_line a on mv.kind = 'assignment' and a.id = coalesce(
          (select o.id from conflict_line o where o.op_id = split_part(mv.reference, ' ', 1)),
          case when mv.reference like 'assign-%' then substring(mv.reference from 8)::uuid end)
        left join movement am on am.reference = a.purchase_op_id left join purchase ab on ab.movement_id = am.id
      order by page.movement_id desc`,
    values: [
      marketId,
      customerId,
      named && (named.ids ?? named.patterns),
      ...after,
      limit + 1,
      end?.id ?? null,
    ],
  });
  return newestFirst(rows, limit, (row, createAt, _id) => ({ ...row, _id, createAt }), end);
}

/** A voucher that no longer pays is as often in a bin as in a pocket. */
const showsPoints: Record<VoucherState, boolean> = {
  ACTIVE: true,
  SPENT: true,
  BLOCKED: false,
  EXPIRED: false,
  VOIDED: false,
  REFUNDED: false,
  JOINED: false,
};

export type HolderPointsRow = Omit<HolderPoints[number], 'rewards'> & { marketId: MarketId };

/**
 * Returns the points of a voucher's owner in each market that has any, limited to what the voucher may
 * reveal, or null if there is no such voucher. `today`: start of the market's day.
 */
export async function readHolderPoints(
  session: Session,
  voucherId: VoucherId,
  { now, today }: { now: Date; today: Date },
): Promise<HolderPointsRow[] | null> {
  const owners = await session.query<VoucherStateRow & { owner_id: string }>({
    name: 'owner-of-voucher',
    text: `select coalesce(o.merged_into, o.id) as owner_id, v.balance, v.blocked_at, v.expires_at, v.closed_as
      from voucher v join person o on o.id = v.owner_id where v.id = $1`,
    values: [voucherId],
  });
  const owner = owners.rows[0];
  if (!owner) return null;
  if (!showsPoints[voucherState(owner, now)]) return [];
  const { rows } = await session.query<HolderPointsRow>({
    name: 'points-of-holder',
    text: `select m.id as "marketId", m.code as "globalMarketId", m.name as "marketName", ${pointsColumn('$2')}
      from points_entry e join market m on m.id = e.market_id
      where e.customer_id = ${idsOf('$1::uuid')} group by m.id, m.code, m.name order by m.name, m.id`,
    values: [owner.owner_id, today],
  });
  return rows;
}
