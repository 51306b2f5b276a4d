import { toMarketCode, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { Today } from '#src/contract/markets/today.ts';
import type { SignInType } from '#src/contract/accounts/user-type.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import type { Actor } from '#src/server/http/actor.ts';
import type { Database } from '#src/server/store/database.ts';
import type { PersonRow } from '#src/server/store/people.ts';

const approves: Record<SignInType, readonly string[]> = {
  ADMIN: ['GLOBAL_MARKET', 'PROVEEDOR'],
  GLOBAL_MARKET: ['ESTANTE', 'RECARGA'],
  RECARGA: [],
  ESTANTE: [],
  PROVEEDOR: [],
};

/** Today's figures of one's own role; a supplier has none yet and sees zeros of nobody. */
export async function readToday(
  deps: { database: Database; now: () => Date; timeZone: string },
  actor: Actor,
  person: PersonRow,
): Promise<Today> {
  const since = startOfToday(deps.now(), deps.timeZone);
  const figures = await readTodayFigures(deps.database, since, {
    marketId: actor.userType === 'GLOBAL_MARKET' ? actor.marketId : null,
    stallId: actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET' ? null : actor.id,
    topUpPointId: actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET' ? null : actor.id,
    approves: approves[actor.userType],
  });
  return {
    name:
      person.stall_name || (actor.userType === 'GLOBAL_MARKET' && person.market_name) || person.owner_name,
    ownerName: person.owner_name,
    marketName: person.market_name ?? '',
    globalMarketId: person.market_code ?? toMarketCode(''),
    ...figures,
  };
}

type Figures = Pick<Today, 'topUps' | 'purchases' | 'pendingApprovals' | 'outstanding'>;
type Row = {
  top_up_count: number;
  top_up_total: Amount;
  purchase_count: number;
  purchase_total: Amount;
  pending: number;
  outstanding: Amount;
};

/** Figures since `since`. Each filter that is null does not filter; `approves`: types whose waiting accounts count. */
export async function readTodayFigures(
  database: Database,
  since: Date,
  filter: {
    marketId: MarketId | null;
    stallId: string | null;
    topUpPointId: string | null;
    approves: readonly string[];
  },
): Promise<Figures> {
  const { rows } = await database.query<Row>({
    name: 'today',
    text: `select t.count as top_up_count, t.total as top_up_total, b.count as purchase_count, b.total as purchase_total,
        (select count(*)::int from person p where p.visible and p.status = 'PENDIENTE' and p.user_type = any ($5::text[])
          and ($2::uuid is null or p.market_id = $2)) as pending,
        (select coalesce(sum(v.balance), 0)::bigint from voucher v
          where $3::uuid is null and $4::uuid is null and ($2::uuid is null or v.market_id = $2)) as outstanding
      from
        (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total from top_up u
          where not exists (select 1 from top_up_void x where x.top_up_id = u.movement_id) and recorded_at >= $1 and ($2::uuid is null or market_id = $2)
            and ($4::uuid is null or top_up_point_id = $4)) t,
        (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total from purchase
          where recorded_at >= $1 and ($2::uuid is null or market_id = $2) and ($3::uuid is null or stall_id = $3)) b`,
    values: [since, filter.marketId, filter.stallId, filter.topUpPointId, filter.approves],
  });
  const row = rows[0];
  if (!row) throw new Error('the figures of today did not come back');
  return {
    topUps: { count: row.top_up_count, total: row.top_up_total },
    purchases: { count: row.purchase_count, total: row.purchase_total },
    pendingApprovals: row.pending,
    outstanding: row.outstanding,
  };
}
