import type { Call } from '#src/contract/call.ts';
import { purchaseCommandSchema, purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import {
  purchaseWithdrawalCommandSchema,
  purchaseWithdrawalSchema,
  topUpWithdrawalCommandSchema,
  topUpWithdrawalSchema,
} from '#src/contract/purchases/withdrawal.ts';
import { topUpCommandSchema, topUpReceiptSchema } from '#src/contract/topups/schemas.ts';

/**
 * Operations that wait in the outbox. On a device only the drain sends them, so no screen may import this
 * file.
 */
export const moneyCalls = {
  /** recarga */
  createTopUp: {
    method: 'POST',
    path: '/code-qr/create-recharger',
    roles: ['RECARGA'],
    body: topUpCommandSchema,
    answer: topUpReceiptSchema,
    idempotent: true,
  },
  /** compra: by the stall that scanned, or by the holder of the voucher's link */
  createPurchase: {
    method: 'POST',
    path: '/shopping/create',
    roles: ['ESTANTE'],
    isOpen: true,
    body: purchaseCommandSchema,
    answer: purchaseReceiptSchema,
    idempotent: true,
    quota: 'holderPurchase',
  },
  /** Withdraws an unaccepted purchase: a stall in any state, its holder only if it was not made. */
  withdrawPurchase: {
    method: 'POST',
    path: '/shopping/withdraw',
    roles: ['ESTANTE'],
    isOpen: true,
    body: purchaseWithdrawalCommandSchema,
    answer: purchaseWithdrawalSchema,
    quota: 'holderPurchase',
  },
  /** Withdraws an unaccepted top-up whose cash was returned. */
  withdrawTopUp: {
    method: 'POST',
    path: '/code-qr/withdraw-recharger',
    roles: ['RECARGA'],
    body: topUpWithdrawalCommandSchema,
    answer: topUpWithdrawalSchema,
  },
} as const satisfies Record<string, Call>;
