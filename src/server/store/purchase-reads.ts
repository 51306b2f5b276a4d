import { defaultPageSize } from '#src/contract/limits.ts';
import type { PurchasePage, PurchaseRow } from '#src/contract/purchase.ts';
import type { Database } from './database.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

type Row = Omit<PurchaseRow, 'createAt'> & { movement_id: string; recorded_at: Date };

/** Purchases of one voucher or one customer, newest first. */
export async function readPurchases(
  database: Database,
  of: { voucherId: string } | { customerId: string },
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<PurchasePage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = page.cursor === undefined ? null : readCursor(page.cursor);
  const { rows } = await database.query<Row>({
    name: 'voucherId' in of ? 'purchases-of-voucher' : 'purchases-of-customer',
    text: `select b.movement_id, b.code as "codeCompra", b.amount as price, b.points, b.voucher_id as "codeQrUuid",
        b.stall_id as "estanteId", s.stall_name as "estanteName", m.name as "marketName", c.owner_name as "userName",
        b.recorded_at
      from purchase b join person s on s.id = b.stall_id join market m on m.id = b.market_id
        join person c on c.id = b.customer_id
      where ${'voucherId' in of ? 'b.voucher_id' : 'b.customer_id'} = $1
        and ($2::timestamptz is null or (b.recorded_at, b.movement_id) < ($2, $3::uuid))
      order by b.recorded_at desc, b.movement_id desc limit $4`,
    values: [
      'voucherId' in of ? of.voucherId : of.customerId,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
    ],
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ movement_id: _movement, recorded_at, ...row }) => ({
      ...row,
      createAt: recorded_at.toISOString(),
    })),
    nextCursor: last ? writeCursor({ at: last.recorded_at, id: last.movement_id }) : null,
  };
}
