import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { pageQuery, voucherIdField } from '#src/contract/fields.ts';
import { openPointPageSchema } from './open-point.ts';
import { stallListSchema } from './stall.ts';

/** Places of the region that are open to everybody and that the customer's first page does not ask for. */
export const placeCalls = {
  /** Where its holder may top up: the points of its own market first. */
  listPointsOfVoucher: {
    method: 'GET',
    path: '/code-qr/top-up-points/:id',
    roles: [],
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    answer: openPointPageSchema,
    quota: 'catalogue',
    since: 5,
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
