import * as z from 'zod/mini';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { pageQuery, textField, voucherIdField } from '#src/contract/fields.ts';
import { stallPageSchema } from '#src/contract/markets/stall.ts';
import { customerHistoryQuerySchema, purchasePageSchema } from '#src/contract/purchases/schemas.ts';
import { holderPointsSchema, voucherViewSchema } from './schemas.ts';

/** Calls that the holder of a voucher's link may make without an account; staff use some of them too. */
export const holderCalls = {
  /** By the voucher's uuid; a signed-in stall may also use the short code that is printed beside it. */
  findVoucher: {
    method: 'GET',
    path: '/code-qr/search/:code',
    roles: signInTypes,
    isOpen: true,
    params: z.object({ code: textField(60) }),
    answer: voucherViewSchema,
    quota: 'voucherLookup',
  },
  /** Points of a voucher's owner. */
  readHolderPoints: {
    method: 'GET',
    path: '/code-qr/points/:id',
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    answer: holderPointsSchema,
    quota: 'pointsLookup',
  },
  /** Stalls where the voucher may be spent, with its own market's first. */
  listStallsOfVoucher: {
    method: 'GET',
    path: '/code-qr/stalls/:id',
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    answer: stallPageSchema,
    quota: 'catalogue',
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
  },
} as const satisfies Record<string, Call>;
