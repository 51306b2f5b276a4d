import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { chargedInstead, type StallSale } from '#src/domain/operations/sale.ts';
import { lockOwnVoucher, postPurchaseIn, type PurchaseEntry } from '#src/server/ledger/purchases.ts';
import {
  findReceipt,
  insertReceipts,
  type Receipt,
  type StoredAnswer,
  toStoredAnswer,
} from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';

export type QueuedPurchaseEntry = PurchaseEntry & { occurredAt: Date };

/**
 * Posts a holder's purchase that waited on its device, inside the caller's transaction. The voucher is locked
 * before the stall's own sales are read, so that such a sale comes before or after, never between.
 * `dayStartMs`: from midnight UTC to the market's. Throws 23505 when another session posted the operation
 * first.
 */
export async function postQueuedPurchase(
  session: Session,
  now: Date,
  { occurredAt, ...entry }: QueuedPurchaseEntry,
  dayStartMs: number,
): Promise<StoredAnswer<PurchaseReceipt>> {
  const key = { opId: entry.op, bodyHash: entry.hash };
  if (await findReceipt(session, key)) return postPurchaseIn(session, now, entry);
  const voucher = await lockOwnVoucher(session, entry);
  const stallSales = voucher ? await readStallSales(session, entry, occurredAt, dayStartMs) : [];
  const charged = chargedInstead({
    price: entry.price,
    occurredAt: occurredAt.getTime(),
    arrivedAt: now.getTime(),
    stallSales,
  });
  if (!charged) return postPurchaseIn(session, now, entry);
  const receipt: Receipt = { ...key, refusal: 'ALREADY_CHARGED', answer: { charged } };
  await insertReceipts(session, [receipt], now);
  return toStoredAnswer(receipt, entry.hash, unpaid, false);
}

function unpaid(): never {
  throw new Error('a refused purchase has no receipt to read');
}

/** Returns the stall's own sales with this voucher since then, newest first. */
async function readStallSales(
  session: Session,
  { voucher, stall }: PurchaseEntry,
  since: Date,
  dayStartMs: number,
): Promise<StallSale[]> {
  const { rows } = await session.query<{
    code: string;
    price: number;
    stall: string;
    recordedAt: Date;
    isVoided: boolean;
  }>({
    name: 'stall-sales-since',
    text: `select b.code, b.amount as price, s.stall_name as stall, b.recorded_at as "recordedAt",
        exists (select 1 from purchase_void x where x.purchase_id = b.movement_id) as "isVoided"
      from purchase b join movement m on m.id = b.movement_id join person s on s.id = b.stall_id
      where b.voucher_id = $1 and b.stall_id = $2 and b.recorded_at >= $3 and m.recorded_by = b.stall_id
      order by b.recorded_at desc`,
    values: [voucher, stall, since],
  });
  return rows.map(({ code, price, stall: name, recordedAt, isVoided }) => ({
    price,
    recordedAt: recordedAt.getTime(),
    isVoided,
    sale: { stall: name, amount: price, hour: hourOf(recordedAt, dayStartMs), code },
  }));
}

/** "14:50", "9:05" */
function hourOf(at: Date, dayStartMs: number): string {
  const [hour, minute = ''] = new Date(at.getTime() - dayStartMs).toISOString().slice(11, 16).split(':');
  return `${String(Number(hour))}:${minute}`;
}
