import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { pageQuery, voucherIdField } from '#src/contract/fields.ts';
import { openPointPageSchema } from './open-point.ts';
import { stallListSchema } from './stall.ts';

/** Public places of the region, which the customer's first page does not load. */
export const placeCalls = {
  /** Points where its holder may top up, with its own market's first. */
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
