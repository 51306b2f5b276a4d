import type { SignInType } from '#src/contract/accounts/user-type.ts';
import type { Today } from '#src/contract/markets/today.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import { toAmount, toMarketCode, type MarketId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import type { Context } from '#src/server/context.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import type { Database } from '#src/server/store/database.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';

const approves: Record<SignInType, readonly string[]> = {
  ADMIN: ['GLOBAL_MARKET', 'PROVEEDOR'],
  GLOBAL_MARKET: ['ESTANTE', 'RECARGA'],
  RECARGA: [],
  ESTANTE: [],
  PROVEEDOR: [],
};

/** Returns today's figures of the caller's role; a supplier has none and gets zeros. */
export async function readToday(
  deps: Pick<Context, 'database' | 'now' | 'timeZone' | 'clockAheadUntil'>,
  actor: Actor,
  person: PersonRow,
): Promise<Today> {
  const since = startOfToday(deps.now(), deps.timeZone);
  const canAct = actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET';
  const figures = await readTodayFigures(deps, since, {
    marketId: actor.userType === 'GLOBAL_MARKET' ? actor.marketId : null,
    placeId: canAct ? null : actor.id,
    approves: approves[actor.userType],
  });
  return {
    name:
      person.stall_name || (actor.userType === 'GLOBAL_MARKET' && person.market_name) || person.owner_name,
    ownerName: person.owner_name,
    marketName: person.market_name ?? '',
    globalMarketId: person.market_code ?? toMarketCode(''),
    ...figures,
    clockAheadUntil: canAct ? (deps.clockAheadUntil()?.toISOString() ?? null) : null,
  };
}

type Figures = Pick<Today, 'topUps' | 'purchases' | 'pendingApprovals' | 'outstanding'>;
type Filter = {
  marketId: MarketId | null;
  /** The id of a stall or a top-up point. */
  placeId: string | null;
  approves: readonly string[];
};
/**
 * Returns the figures since `since`. A null filter does not apply. `approves`: account types whose waiting
 * accounts are counted.
 */
async function readTodayFigures(
  { database, timeZone }: { database: Database; timeZone: string },
  since: Date,
  filter: Filter,
): Promise<Figures> {
  const { marketId, placeId } = filter;
  const { rows } = await database.query<Omit<Figures, 'outstanding'>>({
    name: 'today',
    text: `select
        (select json_build_object('count', coalesce(sum(f.count), 0), 'total', coalesce(sum(f.total), 0))
          from ${sinceOf('top_up', 'top_up_point_id = $3', filter)}) as "topUps",
        (select json_build_object('count', coalesce(sum(f.count), 0), 'total', coalesce(sum(f.total), 0))
          from ${sinceOf('purchase', 'stall_id = $3', filter)}) as purchases,
        (select count(*)::int from person p where p.visible and p.status = 'PENDIENTE' and p.user_type = any ($4::text[])
          and ($2::uuid is null or p.market_id = $2)) as "pendingApprovals"`,
    values: [since, marketId, placeId, filter.approves],
  });
  const row = rows[0];
  if (!row) throw new Error('the figures of today did not come back');
  const sums =
    placeId === null
      ? await readSums(database, timeZone, { market: marketId, accounts: ['voucher'], before: null })
      : [];
  return { ...row, outstanding: toAmount(sums.reduce((sum, { total }) => sum + total, 0)) };
}

/**
 * SQL: count and total since $1 for one place, for one market, or for each market in turn, because no index
 * by time alone exists.
 */
function sinceOf(table: 'top_up' | 'purchase', ofPlace: string, { marketId, placeId }: Filter): string {
  const figures = (of: string): string =>
    table === 'top_up'
      ? `(select count(*)::int as count, sum(u.amount)::bigint as total from top_up u where u.recorded_at >= $1 and u.${of}
          and not exists (select 1 from top_up_void x where x.top_up_id = u.movement_id)) f`
      : `(select ${soldSums} from ${purchasesAndVoids(`recorded_at >= $1 and ${of}`)} s) f`;
  if (placeId !== null) return figures(ofPlace);
  if (marketId !== null) return figures('market_id = $2 and $3::uuid is null');
  return `market m cross join lateral ${figures('market_id = m.id and $3::uuid is null')}`;
}

/**
 * SQL: one row for each purchase and each void, by its own time, as reports count them. `within`: a condition on time
 * and place.
 */
export function purchasesAndVoids(within: string): string {
  return `(select stall_id, 1 as sales, amount from purchase where ${within}
    union all select stall_id, -1, -amount from purchase_void where ${within})`;
}

/** SQL: number and total of these rows. */
export const soldSums = 'coalesce(sum(sales), 0)::int as count, coalesce(sum(amount), 0)::bigint as total';
