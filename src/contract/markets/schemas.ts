import * as z from 'zod/mini';
import { anyAmountField, anyMarketCodeField, atMost, globalMarketIdField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { amountField, balanceField } from '#src/protocol/fields.ts';

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

/** punto de recarga, with today's top-ups (smallest unit shown). */
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

/** Default ceiling of a point's unreceived cash; smallest unit shown. */
export const defaultTillCeiling = toAmount(5_000_000);

const line = z.string().check(z.trim(), atMost(maxLength.reason), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** ajustes de un mercado. `pointsEvery` 0: purchases earn no points. Receipt lines may be empty. */
export const marketSettingsSchema = z.object({
  /** One point for each such amount, smallest unit shown. */
  pointsEvery: z.int().check(z.gte(0), z.lte(1_000_000_000)).brand<'Amount', 'inout'>(),
  registrationOpen: z.boolean(),
  receiptHeading: line,
  receiptFooter: line,
  /** Minutes after its block at which a till may reissue a voucher without approval. */
  reissueDelayMinutes: z._default(z.int().check(z.gte(0), z.lte(1_440)), 30),
  /** Limit of such reissues per day; 0: only with a market code. */
  reissuesPerDay: z._default(z.int().check(z.gte(0), z.lte(100)), 5),
  /** It refunds balances in cash, by its decision. */
  refundsOn: z._default(z.boolean(), false),
  /** Limit of refunds per person and year, smallest unit shown, for reasons that the market decides. */
  refundCap: balanceField,
  /** Limit of rewards with an amount per day, smallest unit shown. */
  rewardsPerDay: balanceField,
  /** Limit of its debts to other markets, smallest unit shown. */
  creditLine: balanceField,
  /**
   * Ceiling of a point's unreceived cash, smallest unit shown. A point may have its own (`setTillCeiling`).
   */
  tillCeiling: z._default(amountField, defaultTillCeiling),
});
export type MarketSettings = z.infer<typeof marketSettingsSchema>;

/** Limits of the market itself, which therefore only ADMIN changes. */
export const adminSettings = [
  'refundCap',
  'rewardsPerDay',
  'creditLine',
] as const satisfies readonly (keyof MarketSettings)[];

/** Absent: unchanged. */
const unchanged = z.optional(balanceField);
export const marketSettingsCommandSchema = z.extend(marketSettingsSchema, {
  refundCap: unchanged,
  rewardsPerDay: unchanged,
  creditLine: unchanged,
} satisfies Record<(typeof adminSettings)[number], typeof unchanged>);
export type MarketSettingsCommand = z.infer<typeof marketSettingsCommandSchema>;

/** ADMIN chooses the market; a market's own comes from its token. */
export const marketSettingsQuerySchema = z.object({ globalMarketId: z.optional(globalMarketIdField) });
