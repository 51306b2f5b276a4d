import { customerHistoryQuerySchema, purchasePageSchema, type PurchasePage } from '#src/contract/purchase.ts';
import { voucherViewSchema, type VoucherView } from '#src/contract/voucher.ts';
import type * as z from 'zod/mini';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** A stall with a customer before it does not wait for a line that is half dead: it goes on by the offline rules. */
const staffTimeoutMs = 5_000;

/** By the voucher's uuid; staff who are signed in may also give its short code. */
export function findVoucher(code: string, signedIn: boolean): Promise<Outcome<VoucherView>> {
  const path = `/code-qr/search/${encodeURIComponent(code)}`;
  const timeoutMs = signedIn ? { timeoutMs: staffTimeoutMs } : {};
  return call({ method: 'GET', path, answer: voucherViewSchema, signedIn, ...timeoutMs });
}

/** Purchases of one voucher, for the holder of its link. */
export function listVoucherPurchases(
  query: z.infer<typeof customerHistoryQuerySchema>,
): Promise<Outcome<PurchasePage>> {
  return call({ method: 'GET', path: '/client/history', query, answer: purchasePageSchema, signedIn: false });
}
