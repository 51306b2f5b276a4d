import * as z from 'zod/mini';
import { atMost, globalMarketIdField } from '../fields.ts';
import { maxLength } from '../limits.ts';

const line = z.string().check(z.trim(), atMost(maxLength.reason), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** ajustes de un mercado. `pointsEvery` 0: purchases earn no points. Receipt lines may be empty. */
export const marketSettingsSchema = z.object({
  /** one point for each so much, smallest unit shown */
  pointsEvery: z.int().check(z.gte(0), z.lte(1_000_000_000)).brand<'Amount', 'inout'>(),
  registrationOpen: z.boolean(),
  receiptHeading: line,
  receiptFooter: line,
});
export type MarketSettings = z.infer<typeof marketSettingsSchema>;

/** ADMIN names the market; a market's own comes from its token. */
export const marketSettingsQuerySchema = z.object({ globalMarketId: z.optional(globalMarketIdField) });
