import * as z from 'zod/mini';
import { anyMarketCodeField, pageOf } from '../fields.ts';

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
