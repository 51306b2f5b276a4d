import type { Call } from '../call.ts';
import { purchaseCommandSchema, purchaseReceiptSchema } from '../money/purchase.ts';
import { topUpCommandSchema, topUpReceiptSchema } from '../money/top-up.ts';

/** The two operations that wait in the outbox. On a device the drain alone sends them: no screen may import this file. */
export const moneyCalls = {
  /** recarga */
  createTopUp: {
    method: 'POST',
    path: '/code-qr/create-recharger',
    roles: ['RECARGA'],
    body: topUpCommandSchema,
    answer: topUpReceiptSchema,
    status: 201,
    idempotent: true,
    since: 1,
  },
  /** compra: by the stall that scanned, or by the holder of the voucher's link. */
  createPurchase: {
    method: 'POST',
    path: '/shopping/create',
    roles: ['ESTANTE'],
    isOpen: true,
    body: purchaseCommandSchema,
    answer: purchaseReceiptSchema,
    status: 201,
    idempotent: true,
    quota: 'holderPurchase',
    since: 1,
  },
} as const satisfies Record<string, Call>;
