import * as z from 'zod/mini';
import { anyMarketCodeField } from '../fields.ts';

/** estante, as everybody may see it. */
export const stallSchema = z.object({
  _id: z.string(),
  estanteName: z.string(),
  globalMarketId: anyMarketCodeField,
  marketName: z.string(),
});
export type Stall = z.infer<typeof stallSchema>;
export const stallListSchema = z.array(stallSchema);
