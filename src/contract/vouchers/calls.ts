import type { Call } from '#src/contract/call.ts';
import { topUpListQuerySchema, topUpPageSchema, topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { topUpVoidCommandSchema, topUpVoidReceiptSchema } from '#src/contract/topups/top-up-void.ts';
import {
  voucherBlockCommandSchema,
  voucherBlockedSchema,
  voucherExpiryCommandSchema,
  voucherExpiryReceiptSchema,
  voucherJoinCommandSchema,
  voucherReissueCommandSchema,
} from './voucher-care.ts';

/** The list of recargas, and códigos QR that were lost or have expired */
export const voucherCalls = {
  listTopUps: {
    method: 'GET',
    path: '/code-qr/list',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    query: topUpListQuerySchema,
    answer: topUpPageSchema,
  },
  topUpVoid: {
    method: 'POST',
    path: '/code-qr/void',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    body: topUpVoidCommandSchema,
    answer: topUpVoidReceiptSchema,
    idempotent: true,
  },
  blockVoucher: {
    method: 'POST',
    path: '/code-qr/block',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    body: voucherBlockCommandSchema,
    answer: voucherBlockedSchema,
  },
  unblockVoucher: {
    method: 'POST',
    path: '/code-qr/unblock',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: voucherBlockCommandSchema,
    answer: voucherBlockedSchema,
  },
  /** Returns the new voucher's link, like a top-up. */
  reissueVoucher: {
    method: 'POST',
    path: '/code-qr/reissue',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    body: voucherReissueCommandSchema,
    answer: topUpReceiptSchema,
    idempotent: true,
  },
  /** Returns the new voucher's link, like a top-up. */
  joinVouchers: {
    method: 'POST',
    path: '/code-qr/join',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    body: voucherJoinCommandSchema,
    answer: topUpReceiptSchema,
    idempotent: true,
  },
  expireVoucher: {
    method: 'POST',
    path: '/code-qr/expire',
    roles: ['GLOBAL_MARKET'],
    body: voucherExpiryCommandSchema,
    answer: voucherExpiryReceiptSchema,
    idempotent: true,
  },
} as const satisfies Record<string, Call>;
