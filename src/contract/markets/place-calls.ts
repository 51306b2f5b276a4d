import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { pageQuery, textField, voucherIdField, anyMarketCodeField, pageOf } from '#src/contract/fields.ts';
import { stallListSchema } from './stall.ts';

/** A top-up point as a voucher's holder may see it. */
export const openPointSchema = z.object({
  _id: z.string(),
  pointName: z.string(),
  globalMarketId: anyMarketCodeField,
  marketName: z.string(),
});
export type OpenPoint = z.infer<typeof openPointSchema>;
/** `ownMarketId`: market whose points come first. */
export const openPointPageSchema = z.extend(pageOf(openPointSchema), { ownMarketId: anyMarketCodeField });
export type OpenPointPage = z.infer<typeof openPointPageSchema>;

/** `phone`: of the market's account, ten digits; empty when it has none. */
export const marketContactSchema = z.object({ marketName: z.string(), phone: z.string() });
export type MarketContact = z.infer<typeof marketContactSchema>;

/** Public places of the region, which the customer's first page does not load. */
export const placeCalls = {
  /** Points where its holder may top up, with its own market's first. */
  listPointsOfVoucher: {
    method: 'GET',
    path: '/code-qr/top-up-points/:id',
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    answer: openPointPageSchema,
    quota: 'catalogue',
  },
  /** The market that a voucher's holder calls about a purchase: the market of its stall. */
  findMarketOfPurchase: {
    method: 'GET',
    path: '/code-qr/market/:id',
    isOpen: true,
    params: z.object({ id: voucherIdField }),
    query: z.object({ codeCompra: textField(40) }),
    answer: marketContactSchema,
    quota: 'catalogue',
  },
  /** All approved stalls of the region. */
  listStalls: {
    method: 'GET',
    path: '/estantes',
    isOpen: true,
    answer: stallListSchema,
    quota: 'catalogue',
  },
} as const satisfies Record<string, Call>;
