import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import type { PurchaseHistoryQuery } from '#src/contract/money/purchase-history.ts';
import type { PurchasePage, PurchaseRow, ConflictReason } from '#src/contract/money/purchase.ts';
import type { SaleLine } from '#src/contract/money/sale-line.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import type { Database } from '#src/server/store/database.ts';
import { containing, readCursor, newestFirst } from '#src/server/store/paging.ts';
import { idsOf } from '#src/server/store/people.ts';

type Row = Omit<
  PurchaseRow,
  'createAt' | 'lines' | 'sale' | 'voided' | 'givenBack' | 'missing' | 'reason' | 'shortCode'
> & {
  voucher_id: VoucherId;
  missing: Amount;
  reason: ConflictReason | null;
  movement_id: string;
  recorded_at: Date;
  sale_code: string | null;
  lines: SaleLine[] | null;
  sale_price: Amount | null;
  /** of its voids together, and the last one */
  back: Amount;
  void_reason: string | null;
  voided_at: Date | null;
};

/** Columns of a line of history; `from purchase b` and `purchaseJoins`. */
const purchaseColumns = `b.movement_id, b.code as "codeCompra", b.amount as price, b.points - x.points as points, b.voucher_id,
  b.stall_id as "estanteId", s.stall_name as "estanteName", m.name as "marketName", c.owner_name as "userName",
  b.recorded_at, b.sale_code, case when b.sale_code is not null then
    (select sum(o.amount)::bigint from purchase o where o.sale_code = b.sale_code) end as sale_price, b.missing, b.reason, x.back, x.reason as void_reason, x.recorded_at as voided_at,
  (select json_agg(json_build_object('name', l.name, 'unit', l.unit, 'quantity', l.quantity, 'amount', l.amount) order by l.n)
    from movement v join purchase_line l on l.reference = v.reference where v.id = b.movement_id) as lines`;
const purchaseJoins = `join person s on s.id = b.stall_id join market m on m.id = b.market_id
  join person c on c.id = b.customer_id cross join lateral (
    select coalesce(sum(o.amount), 0)::bigint as back, coalesce(sum(o.points), 0)::bigint as points,
      max(o.recorded_at) as recorded_at, (array_agg(o.reason order by o.stands))[1] as reason
    from purchase_void o where o.purchase_id = b.movement_id
  ) x`;

/**
 * Purchases of one voucher or one customer, newest first. Of a customer a market sees what was bought there or with a
 * voucher that it issued; `marketId` null sees all.
 */
export async function readPurchases(
  database: Database,
  of: { voucherId: VoucherId } | { customerId: string; marketId: MarketId | null },
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<PurchasePage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = readCursor(page.cursor);
  const { rows } = await database.query<Row>({
    name: 'voucherId' in of ? 'purchases-of-voucher' : 'purchases-of-customer',
    text: `select ${purchaseColumns} from purchase b ${purchaseJoins}
      where ${'voucherId' in of ? 'b.voucher_id = $1' : `b.customer_id = ${idsOf('$1::uuid')}`}
        and ($5::uuid is null or b.market_id = $5
          or exists (select 1 from voucher v where v.id = b.voucher_id and v.market_id = $5))
        and ($2::timestamptz is null or (b.recorded_at, b.movement_id) < ($2, $3::uuid))
      order by b.recorded_at desc, b.movement_id desc limit $4`,
    values: [
      'voucherId' in of ? of.voucherId : of.customerId,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
      'voucherId' in of ? null : of.marketId,
    ],
  });
  return toPage(rows, limit);
}

/** Purchases at the stalls of one market, newest first; `stallId` null: all of them. */
export async function readMarketPurchases(
  database: Database,
  of: { marketId: MarketId; stallId: string | null },
  query: PurchaseHistoryQuery,
): Promise<PurchasePage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readCursor(query.cursor);
  const found = query.q ? await namedBy(database, query.q) : null;
  const { rows } = await database.query<Row>({
    name: of.stallId === null ? 'purchases-of-market' : 'purchases-of-stall',
    text: `select ${purchaseColumns} from purchase b ${purchaseJoins}
      where b.market_id = $1 and ${of.stallId === null ? '$2::uuid is null' : 'b.stall_id = $2'}
        and ($3::timestamptz is null or b.recorded_at >= $3) and ($4::timestamptz is null or b.recorded_at < $4)
        and ($5::uuid[] is null or b.code = $6 or b.sale_code = $6 or b.customer_id in (select unnest($5::uuid[]))
          or b.stall_id in (select unnest($5::uuid[])))
        and ($7::timestamptz is null or (b.recorded_at, b.movement_id) < ($7, $8::uuid))
      order by b.recorded_at desc, b.movement_id desc limit $9`,
    values: [
      of.marketId,
      of.stallId,
      query.from ?? null,
      query.to ?? null,
      found,
      query.q?.toUpperCase() ?? null,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
    ],
  });
  return toPage(rows, limit);
}

/** Customers and stalls that a search means: looked up first, so that no purchase is compared with a text. */
async function namedBy(database: Database, q: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'people-named',
    text: `select id from person where user_type in ('USUARIO', 'ESTANTE') and search_text like $1 limit 200`,
    values: [containing(q)],
  });
  return rows.map(({ id }) => id);
}

function toPage(rows: readonly Row[], limit: number): PurchasePage {
  return newestFirst(rows, limit, (last) => ({ at: last.recorded_at, id: last.movement_id }), toPurchase);
}

function toPurchase(found: Row): PurchaseRow {
  const {
    movement_id: _id,
    voucher_id,
    recorded_at,
    sale_code,
    sale_price,
    lines,
    back,
    void_reason,
    voided_at,
    missing,
    reason,
    ...row
  } = found;
  return {
    ...row,
    shortCode: shortCodeOf(voucher_id),
    ...(reason ? { missing, reason } : {}),
    createAt: recorded_at.toISOString(),
    ...(lines ? { lines } : {}),
    ...(sale_code && sale_price ? { sale: { codeCompra: sale_code, price: sale_price } } : {}),
    ...(voided_at ? whatWasVoided(row.price, back, { at: voided_at, reason: void_reason ?? '' }) : {}),
  };
}

function whatWasVoided(
  price: Amount,
  amount: Amount,
  { at, reason }: { at: Date; reason: string },
): Pick<PurchaseRow, 'voided' | 'givenBack'> {
  const last = { createAt: at.toISOString(), reason };
  return amount < price ? { givenBack: { amount, ...last } } : { voided: last };
}
