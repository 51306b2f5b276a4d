import assert from 'node:assert/strict';
import { toAmount, toPoints, type Amount } from '#src/contract/brands.ts';
import type { PurchaseVoidReceipt } from '#src/contract/money/purchase-history.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockStallDues } from '../accounts.ts';
import { uuidV7 } from '../ids.ts';
import { partOf, refused, type Outcome } from '../receipts.ts';
import { voidPurchase, type VoidEntry } from './void-purchase.ts';

type Share = { code: string; stall_id: string; amount: Amount; stands: Amount };

/**
 * Voids a purchase, or a sale of several shares by the sale's code: what is given back goes to the last share first, then to the one
 * before it, as the codes had come in because the one before fell short. All of it or nothing; each share by a void of its own.
 */
export async function voidSale(session: Session, entry: VoidEntry): Promise<Outcome<PurchaseVoidReceipt>> {
  const shares = await lockShares(session, entry);
  const [first] = shares;
  if (!first) return voidPurchase(session, entry);
  const stands = shares.reduce((sum, share) => sum + share.stands, 0);
  const amount = entry.amount ?? stands;
  if (stands === 0) return refused('ALREADY_VOIDED');
  if (amount > stands) return refused('VOID_TOO_MUCH', stands);
  if (entry.stall) {
    const dues = await lockStallDues(session, first.stall_id);
    if (amount > dues.owed - dues.held) return refused('ALREADY_PAID_OUT');
  }
  const receipts: PurchaseVoidReceipt[] = [];
  let left = amount;
  for (const share of shares.toReversed()) {
    const part = Math.min(left, share.stands);
    if (part === 0) continue;
    const own = { op: partOf(entry.op, share.code), movement: uuidV7(), code: share.code };
    const outcome = await voidPurchase(session, { ...entry, ...own, amount: toAmount(part) });
    if (!outcome.ok) {
      // Of another day: all shares are, and this is the first. Anything else would leave half of it.
      assert.equal(receipts.length, 0, `share ${share.code} was refused: ${outcome.code}`);
      return outcome;
    }
    receipts.push(outcome.receipt);
    left -= part;
  }
  const [last] = receipts;
  assert(last, 'more than 0 stands, so that one share at least gives something back');
  return {
    ok: true,
    receipt: {
      ...last,
      codeCompra: entry.code.toUpperCase(),
      price: toAmount(shares.reduce((sum, share) => sum + share.amount, 0)),
      returned: toAmount(amount),
      stands: toAmount(stands - amount),
      points: toPoints(receipts.reduce((sum, { points }) => sum + points, 0)),
    },
  };
}

/** In the order they were paid, locked; what stands is read after the lock. */
async function lockShares(session: Session, { code, market, stall }: VoidEntry): Promise<Share[]> {
  const { rowCount } = await session.query({
    name: 'lock-shares',
    text: `select 1 from purchase where sale_code = $1 and market_id = $2 and ($3::uuid is null or stall_id = $3)
      order by code for no key update`,
    values: [code.toUpperCase(), market, stall],
  });
  if (rowCount === 0) return [];
  const { rows } = await session.query<Share>({
    name: 'shares-of-sale',
    text: `select b.code, b.stall_id, b.amount,
        (b.amount - coalesce((select sum(x.amount) from purchase_void x where x.purchase_id = b.movement_id), 0))::bigint as stands
      from purchase b where b.sale_code = $1 order by b.code`,
    values: [code.toUpperCase()],
  });
  return rows;
}
