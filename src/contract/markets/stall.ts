import * as z from 'zod/mini';
import { anyMarketCodeField, pageOf } from '../fields.ts';

/** estante, as shown to the public. */
export const stallSchema = z.object({
  _id: z.string(),
  estanteName: z.string(),
  globalMarketId: anyMarketCodeField,
  marketName: z.string(),
});
export type Stall = z.infer<typeof stallSchema>;
export const stallListSchema = z.array(stallSchema);
/** `ownMarketId`: market whose stalls come first. */
export const stallPageSchema = z.extend(pageOf(stallSchema), { ownMarketId: anyMarketCodeField });
export type StallPage = z.infer<typeof stallPageSchema>;
