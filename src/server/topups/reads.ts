import type { Amount, MarketId } from '#src/contract/brands.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import type { TopUpListQuery, TopUpPage } from '#src/contract/money/top-up.ts';
import { endOf, voucherState, type VoucherStateRow } from '#src/server/ledger/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import { containing, readCursor, newestFirst } from '#src/server/store/paging.ts';

type Row = VoucherStateRow & {
  movement_id: string;
  identification: string;
  ownerName: string;
  recorded_at: Date;
  monto: Amount;
  clientId: string;
  shortCode: string;
  topUpPointId: string;
  topUpPointName: string;
};

/** The state of a voucher as SQL, as `voucherState` computes it from a row. $10 is now. */
const stateSql = `case when v.closed_as = 'voided' then 'VOIDED' when v.closed_as = 'refunded' then 'REFUNDED'
  when v.closed_as = 'joined' then 'JOINED' when v.blocked_at is not null then 'BLOCKED' 
  when v.balance = 0 and v.closed_as is distinct from 'expired' then 'SPENT'
  when v.expires_at <= $10::timestamptz then 'EXPIRED' else 'ACTIVE' end`;

/** Top-ups, newest first; null filters do not filter. */
export async function readTopUpPage(
  database: Database,
  of: { marketId: MarketId | null; topUpPointId: string | null },
  query: TopUpListQuery,
  now: Date,
): Promise<TopUpPage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readCursor(query.cursor);
  // For the whole region in the order of movement ids, which is that of time: no index by time alone is maintained.
  const place = of.topUpPointId || of.marketId ? ['t.recorded_at', 't.movement_id'] : ['t.movement_id'];
  const before =
    place.length === 2 ? '(t.recorded_at, t.movement_id) < ($7, $8::uuid)' : 't.movement_id < $8::uuid';
  const { rows } = await database.query<Row>({
    name: 'top-ups',
    text: `select t.movement_id, c.identificacion as identification, c.owner_name as "ownerName", t.recorded_at,
        t.amount as monto, c.id as "clientId", v.short_code as "shortCode", v.balance, v.blocked_at,
        v.closed_as, v.expires_at, p.id as "topUpPointId", p.owner_name as "topUpPointName"
      from top_up t join voucher v on v.id = t.voucher_id join person c on c.id = t.customer_id
        join person p on p.id = t.top_up_point_id
      where ${of.marketId ? 't.market_id = $1' : '$1::uuid is null'}
        and ${of.topUpPointId ? 't.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or t.recorded_at >= $3) and ($4::timestamptz is null or t.recorded_at < $4)
        and ($5::text is null or c.search_text like $5) and ($6::text is null or ${stateSql} = $6)
        and ($7::timestamptz is null or ${before})
      order by ${place.map((column) => `${column} desc`).join(', ')} limit $9`,
    values: [
      of.marketId,
      of.topUpPointId,
      query.from ?? null,
      query.to ?? null,
      query.q ? containing(query.q) : null,
      query.state ?? null,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
      now,
    ],
  });
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.recorded_at, id: last.movement_id }),
    (row) => toTopUp(row, now),
  );
}

function toTopUp(row: Row, now: Date): TopUpPage['items'][number] {
  const { movement_id: _id, recorded_at, balance: saldo, blocked_at, closed_as, expires_at, ...rest } = row;
  const state = voucherState({ balance: saldo, blocked_at, closed_as, expires_at }, now);
  return {
    ...rest,
    _id,
    saldo,
    state,
    status: state === 'ACTIVE',
    createAt: recorded_at.toISOString(),
    ...endOf(expires_at),
  };
}
