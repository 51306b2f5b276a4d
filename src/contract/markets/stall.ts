import * as z from 'zod/mini';
import { anyAmountField, anyMarketCodeField } from '../fields.ts';

/** estante, as everybody may see it. */
export const stallSchema = z.object({
  _id: z.string(),
  estanteName: z.string(),
  globalMarketId: anyMarketCodeField,
  marketName: z.string(),
});
export type Stall = z.infer<typeof stallSchema>;
export const stallListSchema = z.array(stallSchema);

/** punto de recarga, with what it took today (smallest unit shown). */
export const topUpPointSchema = z.object({
  _id: z.string(),
  ownerName: z.string(),
  globalMarketId: anyMarketCodeField,
  marketName: z.string(),
  todayTotal: anyAmountField,
  todayCount: z.int(),
});
export type TopUpPoint = z.infer<typeof topUpPointSchema>;
export const topUpPointListSchema = z.array(topUpPointSchema);

/** mercado global */
export const marketSchema = z.object({
  _id: z.string().brand<'MarketId', 'inout'>(),
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
  ownerName: z.string(),
  createAt: z.string(),
});
export type Market = z.infer<typeof marketSchema>;
export const marketListSchema = z.array(marketSchema);
