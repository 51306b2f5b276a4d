import type { Amount, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/money/purchase.ts';
import type { SharedSaleReceipt } from '#src/contract/money/shared-sale.ts';
import { decidePurchaseAtStall } from '#src/domain/purchase/decide-purchase.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import type { Session } from '#src/server/store/database.ts';
import { findSellingStall, lockOwnVoucher, newPurchaseCode, postSale } from './purchases.ts';
import { partOf, refused, type Outcome, type StaffEntry } from './receipts.ts';
import type { LockedVoucher } from './vouchers.ts';

export type SharedSaleEntry = StaffEntry & {
  stall: string;
  /** smallest unit shown; the sum of the shares, each of another voucher */
  price: Amount;
  shares: readonly { customer: string; voucher: VoucherId; price: Amount }[];
};

/**
 * A sale of several vouchers inside the caller's transaction, all or nothing: every voucher is locked, in one order, and every share
 * decided by the rule of a purchase, before the first of them is posted. Each share is a purchase of its own under the sale's code.
 */
export async function postSharedSale(
  session: Session,
  entry: SharedSaleEntry,
): Promise<Outcome<SharedSaleReceipt>> {
  const { op, actor, recordedAt, price } = entry;
  const stall = await findSellingStall(session, entry.stall);
  const vouchers = await lockVouchers(session, entry);
  for (const share of entry.shares) {
    const voucher = vouchers.get(share.voucher) ?? null;
    const state = voucher && voucherStateOf({ ...voucher, isBlocked: voucher.blocked !== null }, recordedAt);
    const known = voucher && state && { monto: voucher.balance, state };
    const refusal = decidePurchaseAtStall({ isStallActive: stall !== null, voucher: known }, share.price);
    if (refusal) return refused(refusal.code, refusal.left);
  }
  if (!stall) return refused('UNKNOWN_STALL');
  const sale = newPurchaseCode();
  const shares: PurchaseReceipt[] = [];
  for (const [n, share] of entry.shares.entries()) {
    const voucher = vouchers.get(share.voucher);
    if (!voucher) return refused('UNKNOWN_VOUCHER');
    const facts = { op: partOf(op, share.voucher), actor, hash: null, voucher, stall, reason: null };
    const { price: part } = share;
    const named = { code: `${sale}-${n + 1}`, sale };
    shares.push(await postSale(session, { ...facts, price: part, taken: part, named }, recordedAt));
  }
  const createAt = recordedAt.toISOString();
  return { ok: true, receipt: { codeCompra: sale, price, estanteName: stall.name, createAt, shares } };
}

async function lockVouchers(
  session: Session,
  { shares }: SharedSaleEntry,
): Promise<Map<VoucherId, LockedVoucher>> {
  const found = new Map<VoucherId, LockedVoucher>();
  for (const { voucher: id, customer } of shares.toSorted((a, b) => (a.voucher < b.voucher ? -1 : 1))) {
    const voucher = await lockOwnVoucher(session, { voucher: id, customer });
    if (voucher) found.set(id, voucher);
  }
  return found;
}
