import type { TopUpListQuery, TopUpPage } from '#src/contract/topups/schemas.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { endOf, voucherState, type VoucherStateRow } from '#src/server/ledger/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import { newestFirst, placeOf, type Dated } from '#src/server/store/records/paging.ts';
import { isNamed, peopleNamed } from '#src/server/store/records/people-named.ts';
import { endOfWalk, idEndOfWalk, mostWalked } from '#src/server/store/records/walk.ts';

type Row = VoucherStateRow &
  Omit<Dated<TopUpPage['items'][number]>, 'saldo' | 'state' | 'status' | 'expiresAt'>;

/**
 * SQL: each voucher state, equivalent to `voucherState`. Plain conditions, whose selectivity PostgreSQL can
 * estimate.
 */
const isIn: Record<VoucherState, string> = {
  VOIDED: `v.closed_as = 'voided'`,
  REFUNDED: `v.closed_as = 'refunded'`,
  JOINED: `v.closed_as = 'joined'`,
  BLOCKED: `v.blocked_at is not null and (v.closed_as is null or v.closed_as = 'expired')`,
  SPENT: 'v.balance = 0 and v.blocked_at is null and v.closed_as is null',
  EXPIRED: `v.expires_at <= $10::timestamptz and v.blocked_at is null
    and (v.closed_as = 'expired' or (v.closed_as is null and v.is_open))`,
  ACTIVE: `v.is_open and v.blocked_at is null and (v.closed_as is null or v.closed_as = 'expired')
    and (v.expires_at is null or v.expires_at > $10::timestamptz)`,
};

/** Lists top-ups, newest first: a top-up point's own, those of a market's points, or all for ADMIN. */
export async function listTopUps(
  { database, now: clock }: { database: Database; now: () => Date },
  actor: Actor,
  query: TopUpListQuery,
): Promise<TopUpPage> {
  const now = clock();
  const topUpPointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  const of = { marketId: marketScope(actor), topUpPointId };
  const { limit, cursor, after } = placeOf(query);
  // The whole region is read in the order of movement ids, which is chronological, because no index by time
  // alone exists.
  const isRegion = of.topUpPointId === null && of.marketId === null;
  const place = isRegion ? ['t.movement_id'] : ['t.recorded_at', 't.movement_id'];
  const before = isRegion ? 't.movement_id < $6::uuid' : '(t.recorded_at, t.movement_id) < ($5, $6::uuid)';
  const scope = `${of.marketId ? `${of.topUpPointId ? 'p' : 't'}.market_id = $1` : '$1::uuid is null'}
        and ${of.topUpPointId ? 't.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or t.recorded_at >= $3) and ($4::timestamptz is null or t.recorded_at < $4)
        and ($5::timestamptz is null or ${before})`;
  const values = [of.marketId, of.topUpPointId, query.from ?? null, query.to ?? null, ...after];
  const named = query.q ? await peopleNamed(database, query.q) : null;
  const isWalked = query.state !== undefined || named?.ids === null;
  const tables = `from top_up t ${of.topUpPointId ? 'join person p on p.id = t.top_up_point_id' : ''}`;
  const walk = { rows: `${tables} where ${scope}`, values, cursor, most: mostWalked.topUps };
  const end = !isWalked
    ? null
    : isRegion
      ? await idEndOfWalk(database, { ...walk, by: 't.movement_id' })
      : await endOfWalk(database, { ...walk, by: 't.recorded_at' });
  const { rows } = await database.query<Row>({
    // Each state is another text, and a name has few.
    ...(isWalked ? {} : { name: 'top-ups' }),
    text: `select t.movement_id as id, c.identificacion as identification, c.owner_name as "ownerName", t.recorded_at as at,
        t.amount as monto, c.id as "clientId", v.short_code as "shortCode", v.balance, v.blocked_at,
        v.closed_as, v.expires_at, p.id as "topUpPointId", p.owner_name as "topUpPointName"
      from top_up t join voucher v on v.id = t.voucher_id join person c on c.id = t.customer_id
        join person p on p.id = t.top_up_point_id
      where ${scope}
        and ${isNamed(named, '$7', { id: 't.customer_id', text: 'c.search_text' })}
        and ${query.state ? `$8::text is not null and ${isIn[query.state]}` : '$8::text is null'} and $10::timestamptz is not null
        and ${end === null ? '$11::text is null' : isRegion ? 't.movement_id >= $11::uuid' : 't.recorded_at >= $11::timestamptz'}
      order by ${place.map((column) => `${column} desc`).join(', ')} limit $9`,
    values: [
      ...values,
      named && (named.ids ?? named.patterns),
      query.state ?? null,
      limit + 1,
      now,
      end && (isRegion ? end.id : end.at),
    ],
  });
  return newestFirst(
    rows,
    limit,
    ({ balance: saldo, blocked_at, closed_as, expires_at, ...row }, createAt, _id) => {
      const state = voucherState({ balance: saldo, blocked_at, closed_as, expires_at }, now);
      return { ...row, _id, saldo, state, status: state === 'ACTIVE', createAt, ...endOf(expires_at) };
    },
    end,
  );
}
