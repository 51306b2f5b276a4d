import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { signInTypes } from '../accounts/user-type.ts';
import { textField, voucherIdField } from '../fields.ts';
import { customerHistoryQuerySchema, purchasePageSchema } from '../money/purchase.ts';
import { stallListSchema } from '../markets/stall.ts';
import { holderCodesSchema, holderPointsSchema, voucherViewSchema } from '../money/voucher.ts';

/** What the holder of a voucher's link may call without an account; staff call some of them too. */
export const holderCalls = {
  /** By the voucher's uuid; a stall that is signed in may also give the short code that is printed beside it. */
  findVoucher: {
    method: 'GET',
    path: '/code-qr/search/:code',
    roles: signInTypes,
    isOpen: true,
    params: z.object({ code: textField(60) }),
    answer: voucherViewSchema,
    quota: 'voucherLookup',
    since: 1,
  },
  /** Points of a voucher's owner. */
  readHolderPoints: {
    method: 'GET',
    path: '/code-qr/points/:id',
    roles: [],
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    answer: holderPointsSchema,
    quota: 'pointsLookup',
    since: 1,
  },
  /** What the voucher's owner has on all papers. */
  readHolderCodes: {
    method: 'GET',
    path: '/code-qr/codes/:id',
    roles: [],
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    answer: holderCodesSchema,
    quota: 'pointsLookup',
    since: 2,
  },
  /** Purchases of one voucher for its holder, of one customer for staff. */
  listCustomerPurchases: {
    method: 'GET',
    path: '/client/history',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    isOpen: true,
    query: customerHistoryQuerySchema,
    answer: purchasePageSchema,
    quota: 'holderPurchase',
    since: 1,
  },
  /** All approved stalls of the region. */
  listStalls: {
    method: 'GET',
    path: '/estantes',
    roles: [],
    isOpen: true,
    answer: stallListSchema,
    quota: 'catalogue',
    since: 1,
  },
} as const satisfies Record<string, Call>;
