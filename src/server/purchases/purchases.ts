import { randomUUID } from 'node:crypto';
import type { PurchaseCommand } from '#src/contract/money/purchase.ts';
import type { PurchaseAnswer, PurchaseQueue } from '#src/server/ledger/purchase-queue.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';

export type PurchaseDeps = { purchases: PurchaseQueue };

/**
 * Records a purchase exactly once for its operation id; without one it is a new operation. `actor` null: the holder of
 * the voucher's link.
 */
export async function recordPurchase(
  deps: PurchaseDeps,
  command: PurchaseCommand,
  actor: string | null,
  opId: string | undefined,
): Promise<PurchaseAnswer> {
  const { userId, estanteId, codeQrUuid, price } = command;
  if (price === 0) return { kind: 'refused', code: 'AMOUNT_ZERO', replayed: false };
  return deps.purchases.post({
    op: opId ?? randomUUID(),
    // Names travel with the call and are never trusted: they are no part of what makes it the same operation.
    hash: purchaseHash(command),
    voucher: codeQrUuid,
    customer: userId,
    stall: estanteId,
    price,
    actor,
  });
}
