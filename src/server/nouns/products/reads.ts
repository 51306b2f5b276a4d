import { defaultPageSize } from '#src/contract/limits.ts';
import type { ProductUnit } from '#src/contract/purchases/purchase-line.ts';
import type { SupplierProductQuery } from '#src/contract/suppliers/schemas.ts';
import type { Amount, MarketId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import {
  containing,
  plainOrder,
  readSortedCursor,
  writeSortedCursor,
  pageOfRows,
} from '#src/server/store/records/paging.ts';
import { isActive } from '#src/server/store/records/people.ts';
import { isoOf } from '#src/server/store/rows.ts';

export type ProductRow = {
  id: string;
  ownerId: string;
  ownerName: string;
  ownerMarket: MarketId | null;
  name: string;
  price: Amount;
  description: string;
  kind: string;
  unit: ProductUnit;
  createAt: string;
};

const columns = `x.id, x.owner_id as "ownerId", o.owner_name as "ownerName", o.market_id as "ownerMarket", x.name,
  x.price, x.description, x.kind, x.unit, ${isoOf('x.created_at')} as "createAt"`;

/**
 * Returns the products of one stall or supplier, newest first. The list needs no pages: it is one owner's.
 */
export async function readProductsOf(session: Session, ownerId: string): Promise<ProductRow[]> {
  const { rows } = await session.query<ProductRow>({
    name: 'products-of',
    text: `select ${columns} from product x join person o on o.id = x.owner_id
      where x.owner_id = $1 and x.visible order by x.created_at desc, x.id desc limit 1000`,
    values: [ownerId],
  });
  return rows;
}

/** Returns one product that is not removed, locked for a change. */
export async function lockProduct(
  session: Session,
  id: string,
  ownerType: 'ESTANTE' | 'PROVEEDOR',
): Promise<ProductRow | undefined> {
  const { rows } = await session.query<ProductRow>({
    name: 'product-for-change',
    text: `select ${columns} from product x join person o on o.id = x.owner_id
      where x.id = $1 and x.owner_type = $2 and x.visible for update of x`,
    values: [id, ownerType],
  });
  return rows[0];
}

const sorts = {
  recent: {
    key: `to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
    isDescending: true,
  },
  name: { key: plainOrder('x.name'), isDescending: false },
  price: { key: `lpad(x.price::text, 14, '0')`, isDescending: false },
} as const;

/** Returns the products of approved suppliers, by page. */
export async function readCatalogue(
  session: Session,
  query: SupplierProductQuery,
): Promise<{ rows: ProductRow[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readSortedCursor(query.cursor);
  const sort = query.sort ?? 'recent';
  const { key, isDescending } = sorts[sort];
  const { rows } = await session.query<ProductRow & { sort_key: string }>({
    name: `catalogue-${sort}`,
    text: `select ${columns}, ${key} as sort_key from product x join person o on o.id = x.owner_id
      where x.owner_type = 'PROVEEDOR' and x.visible and ${isActive('o')}
        and ($1::uuid is null or x.owner_id = $1)
        and ($2::text is null or x.search_text like $2 or o.search_text like $2)
        and ($3::text is null or (${key}, x.id) ${isDescending ? '<' : '>'} ($3, $4::uuid))
      order by ${key} ${isDescending ? 'desc' : 'asc'}, x.id ${isDescending ? 'desc' : 'asc'} limit $5`,
    values: [
      query.proveedorId ?? null,
      query.q ? containing(query.q) : null,
      cursor?.key ?? null,
      cursor?.id ?? null,
      limit + 1,
    ],
  });
  const { shown, nextCursor } = pageOfRows(rows, limit, (last) =>
    writeSortedCursor({ key: last.sort_key, id: last.id }),
  );
  return { rows: shown, nextCursor };
}
