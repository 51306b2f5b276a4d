import { purchaseReceiptSchema, type PurchaseCommand, type PurchaseReceipt } from '#src/contract/purchase.ts';
import { topUpReceiptSchema, type TopUpCommand, type TopUpReceipt } from '#src/contract/top-up.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** A half-open link must not hold the drain for ever; the operation's id makes asking again harmless. */
const moneyTimeoutMs = 20_000;

/** `signedIn`: a stall's own sale; without it the caller is the holder of the voucher's link. */
export function sendPurchase(
  opId: string,
  body: PurchaseCommand,
  signedIn: boolean,
): Promise<Outcome<PurchaseReceipt>> {
  return call({
    method: 'POST',
    path: '/shopping/create',
    body,
    answer: purchaseReceiptSchema,
    signedIn,
    idempotencyKey: opId,
    timeoutMs: moneyTimeoutMs,
  });
}

export function sendTopUp(opId: string, body: TopUpCommand): Promise<Outcome<TopUpReceipt>> {
  return call({
    method: 'POST',
    path: '/code-qr/create-recharger',
    body,
    answer: topUpReceiptSchema,
    signedIn: true,
    idempotencyKey: opId,
    timeoutMs: moneyTimeoutMs,
  });
}
