import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import {
  amountField,
  anyAmountField,
  anyMarketCodeField,
  atMost,
  balanceField,
  globalMarketIdField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';

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

/** How much a point may hold that nobody has received, where its market has set nothing; smallest unit shown. */
export const defaultTillCeiling = toAmount(5_000_000);

/** What a stall without a usual day is paid for a day without a look, where its market has set nothing; smallest unit shown. */
export const defaultNewStallDay = toAmount(500_000);

const line = z.string().check(z.trim(), atMost(maxLength.reason), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** ajustes de un mercado. `pointsEvery` 0: purchases earn no points. Receipt lines may be empty. */
export const marketSettingsSchema = z.object({
  /** one point for each so much, smallest unit shown */
  pointsEvery: z.int().check(z.gte(0), z.lte(1_000_000_000)).brand<'Amount', 'inout'>(),
  registrationOpen: z.boolean(),
  receiptHeading: line,
  receiptFooter: line,
  /** a till replaces a blocked paper by itself so many minutes after the block */
  reissueDelayMinutes: z._default(z.int().check(z.gte(0), z.lte(1_440)), 30),
  /** and at most so many a day; 0: only with a code of the market */
  reissuesPerDay: z._default(z.int().check(z.gte(0), z.lte(100)), 5),
  /** it gives back in cash what is left on vouchers, by its decision */
  refundsOn: z._default(z.boolean(), false),
  /** the most of it for one person in a year, smallest unit shown, where the market has a say in the reason */
  refundCap: z._default(balanceField, toAmount(200_000)),
  /** the most that its rewards give in money in a day, smallest unit shown */
  rewardsPerDay: z._default(balanceField, toAmount(1_000_000)),
  /** how much it may owe the other markets, smallest unit shown. ADMIN sets it; left out: it stays as it is */
  creditLine: z.optional(balanceField),
  /** how much a point may hold that nobody has received, en camino included, smallest unit shown; beyond it a top-up needs a code */
  tillCeiling: z._default(amountField, defaultTillCeiling),
  /** what a stall that has sold on fewer than three days is paid for a day without a look, smallest unit shown */
  newStallDay: z._default(balanceField, defaultNewStallDay),
  /** a purchase may be objected to for so many days, and is answered in so many */
  complaintDays: z._default(z.int().check(z.gte(1), z.lte(90)), 7),
  answerDays: z._default(z.int().check(z.gte(1), z.lte(90)), 7),
});
export type MarketSettings = z.infer<typeof marketSettingsSchema>;

/** ADMIN names the market; a market's own comes from its token. */
export const marketSettingsQuerySchema = z.object({ globalMarketId: z.optional(globalMarketIdField) });
