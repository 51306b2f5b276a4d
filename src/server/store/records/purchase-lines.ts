import type { PurchaseLine, SoldProduct } from '#src/contract/purchases/purchase-line.ts';
import type { MarketId, OpId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * Records the lines of a sale, once for its operation. They post nothing, and they are read only with a
 * purchase that was paid under that id. Lines that sum to more than the price contradict the sale and are
 * dropped.
 */
export async function notePurchaseLines(
  session: Session,
  { op, price, lines }: { op: OpId; price: number; lines: readonly PurchaseLine[] },
): Promise<void> {
  if (lines.reduce((sum, { amount }) => sum + amount, 0) > price) return;
  await session.query({
    name: 'note-sale-lines',
    text: `insert into purchase_line (reference, n, name, unit, quantity, amount)
      select $1, l.n, l.line ->> 'name', l.line ->> 'unit', (l.line ->> 'quantity')::int, (l.line ->> 'amount')::bigint
      from jsonb_array_elements($2::jsonb) with ordinality as l (line, n)
      on conflict (reference, n) do nothing`,
    values: [op, JSON.stringify(lines)],
  });
}

/** Maximum number of products listed for a period, largest totals first. */
const mostTold = 200;

/**
 * Returns products sold between two moments, by name and unit, largest totals first, without wholly voided sales.
 * `stallId` is null for all stalls.
 */
export async function readSoldProducts(
  session: Session,
  of: { marketId: MarketId; stallId: string | null; from: Date; to: Date },
): Promise<SoldProduct[]> {
  const { rows } = await session.query<SoldProduct>({
    name: 'sold-products',
    text: `select l.name, l.unit, sum(l.quantity)::bigint as quantity, sum(l.amount)::bigint as amount
      from purchase b join movement m on m.id = b.movement_id join purchase_line l on l.reference = m.reference
      where b.market_id = $1 and ($2::uuid is null or b.stall_id = $2) and b.recorded_at >= $3 and b.recorded_at < $4
        and not exists (select 1 from purchase_void x where x.purchase_id = b.movement_id)
      group by l.name, l.unit order by amount desc, l.name limit ${mostTold}`,
    values: [of.marketId, of.stallId, of.from, of.to],
  });
  return rows;
}
