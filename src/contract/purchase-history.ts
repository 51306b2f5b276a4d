import * as z from 'zod/mini';
import { idField, instantField, pageQuery } from './fields.ts';

/** A period: `from` included, `to` not. */
export const purchaseHistoryQuerySchema = z.object({
  ...pageQuery,
  from: z.optional(instantField),
  to: z.optional(instantField),
  estanteId: z.optional(idField),
});
export type PurchaseHistoryQuery = z.infer<typeof purchaseHistoryQuerySchema>;

const sum = { count: z.int(), total: z.int() };

/** resumen: the same period summed. Totals in the smallest unit shown. */
export const purchaseSummarySchema = z.object({
  days: z.array(z.object({ day: z.string(), purchases: z.object(sum), topUps: z.object(sum) })),
  stalls: z.array(z.object({ estanteId: z.string(), estanteName: z.string(), ...sum })),
  topUpPoints: z.array(z.object({ _id: z.string(), ownerName: z.string(), ...sum })),
  totals: z.object({ purchases: z.object(sum), topUps: z.object(sum) }),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;
