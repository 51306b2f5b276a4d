import type { Call } from '#src/contract/call.ts';
import {
  refundActSchema,
  refundCommandSchema,
  refundPageSchema,
  refundQuerySchema,
  refundablePageSchema,
  refundableQuerySchema,
} from '#src/contract/vouchers/refund.ts';
import {
  clearingCommandSchema,
  clearingListSchema,
  clearingReceiptSchema,
  dayCloseCommandSchema,
  dayCloseSchema,
  dayQuerySchema,
  payoutCommandSchema,
  payoutPageSchema,
  payoutQuerySchema,
  payoutSchema,
} from './schemas.ts';
import {
  cashReceivedCommandSchema,
  cashReceivedPageSchema,
  cashReceivedQuerySchema,
  cashReceivedSchema,
  tillCeilingCommandSchema,
  tillFloatCommandSchema,
  tillFloatSchema,
  tillListSchema,
  tillSchema,
} from './till.ts';

/** caja: tills, payouts to stalls, clearing between markets, the close of a day */
export const cashCalls = {
  listTills: {
    method: 'GET',
    path: '/cash/tills',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    answer: tillListSchema,
  },
  /** recibir efectivo: a person of the market has counted a point's cash */
  receiveCash: {
    method: 'POST',
    path: '/cash/receive',
    roles: ['GLOBAL_MARKET'],
    body: cashReceivedCommandSchema,
    answer: cashReceivedSchema,
    idempotent: true,
  },
  /** base de caja: the market gives a till cash for the start of the day */
  giveFloat: {
    method: 'POST',
    path: '/cash/float',
    roles: ['GLOBAL_MARKET'],
    body: tillFloatCommandSchema,
    answer: tillFloatSchema,
    idempotent: true,
  },
  listCashReceived: {
    method: 'GET',
    path: '/cash/received',
    roles: ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'],
    query: cashReceivedQuerySchema,
    answer: cashReceivedPageSchema,
  },
  /** tope de una caja: of one point, in place of its market's */
  setTillCeiling: {
    method: 'POST',
    path: '/cash/ceiling',
    roles: ['GLOBAL_MARKET'],
    body: tillCeilingCommandSchema,
    answer: tillSchema,
  },
  payStall: {
    method: 'POST',
    path: '/cash/payout',
    roles: ['GLOBAL_MARKET'],
    body: payoutCommandSchema,
    answer: payoutSchema,
    idempotent: true,
  },
  listPayouts: {
    method: 'GET',
    path: '/cash/payouts',
    roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'],
    query: payoutQuerySchema,
    answer: payoutPageSchema,
  },
  listRefundable: {
    method: 'GET',
    path: '/cash/refundable',
    roles: ['GLOBAL_MARKET'],
    query: refundableQuerySchema,
    answer: refundablePageSchema,
  },
  refund: {
    method: 'POST',
    path: '/cash/refund',
    roles: ['GLOBAL_MARKET'],
    body: refundCommandSchema,
    answer: refundActSchema,
    bodyLimitBytes: 64 * 1024,
    idempotent: true,
  },
  listRefunds: {
    method: 'GET',
    path: '/cash/refunds',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    query: refundQuerySchema,
    answer: refundPageSchema,
  },
  listClearing: {
    method: 'GET',
    path: '/cash/clearing',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    answer: clearingListSchema,
  },
  /** The creditor records that it was paid. */
  settleClearing: {
    method: 'POST',
    path: '/cash/clearing',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: clearingCommandSchema,
    answer: clearingReceiptSchema,
    idempotent: true,
  },
  readDayClose: {
    method: 'GET',
    path: '/cash/day',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    query: dayQuerySchema,
    answer: dayCloseSchema,
  },
  closeDay: {
    method: 'POST',
    path: '/cash/day',
    roles: ['GLOBAL_MARKET'],
    body: dayCloseCommandSchema,
    answer: dayCloseSchema,
    status: 201,
  },
} as const satisfies Record<string, Call>;
