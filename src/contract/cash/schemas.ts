import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import {
  amountField,
  anyAmountField,
  anyMarketCodeField,
  globalMarketIdField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { dayField } from '#src/contract/purchases/purchase-history.ts';
import { deductionListField, deductionsField } from './deduction.ts';
import { saidWayField } from './payment-way.ts';
import { noOpenHandOvers, openHandOversSchema } from './till-hand-over.ts';
import { tillListSchema } from './till.ts';

/**
 * What a market owes a stall: sold less voided less paid less deducted. Below 0 when a sale was voided after it was paid. `held` is the
 * part of it that no voucher covered and nobody has assigned: a payout leaves it out unless the manager includes it.
 */
export const stallBalanceSchema = z.object({
  estanteId: z.string(),
  estanteName: z.string(),
  ownerName: z.string(),
  owed: anyAmountField,
  sold: anyAmountField,
  voided: anyAmountField,
  /** what the market's notebook owed it; absent: nothing */
  opening: z.optional(anyAmountField),
  paid: anyAmountField,
  /** less what was given back of it */
  deducted: z._default(anyAmountField, toAmount(0)),
  held: anyAmountField,
  /** of sales at which the market looks before it pays them: left out of every payout until they are released */
  inReview: z._default(anyAmountField, toAmount(0)),
  /** paid by papers that were confirmed after a restore, and not covered by `owed` yet: left out of every payout */
  awaited: z._default(anyAmountField, toAmount(0)),
  /** how it is paid; to its market and itself */
  payment: saidWayField,
});
export type StallBalance = z.infer<typeof stallBalanceSchema>;
export const stallBalanceListSchema = z.array(stallBalanceSchema);

/** pago a un estante: with what comes off it never more than is owed, less what is held back. `monto` is what is handed over. */
export const payoutCommandSchema = z.object({
  estanteId: idField,
  monto: amountField,
  deductions: deductionsField,
  note: z.optional(textField(maxLength.reason)),
  /** pays what is held back as well */
  includeHeld: z.optional(z.boolean()),
});
export type PayoutCommand = z.infer<typeof payoutCommandSchema>;

export const payoutSchema = z.object({
  /** what people call the payout by, "G-7K4M2QXD" */
  codePago: z.string(),
  estanteId: z.string(),
  estanteName: z.string(),
  monto: anyAmountField,
  /** what is still owed after it; in a list: right after it */
  owed: anyAmountField,
  note: z.string(),
  createAt: instantField,
  /** of several stalls paid in one act: what people call the act by, "P-2026-11-22" */
  codeRun: z._default(z.string(), ''),
  deductions: deductionListField,
});
export type Payout = z.infer<typeof payoutSchema>;
export const payoutPageSchema = pageOf(payoutSchema);
export type PayoutPage = z.infer<typeof payoutPageSchema>;
export const payoutQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  estanteId: z.optional(idField),
});

/** compensación: what one market owes another for vouchers that were spent there. */
export const clearingSchema = z.object({
  debtorId: anyMarketCodeField,
  debtorName: z.string(),
  creditorId: anyMarketCodeField,
  creditorName: z.string(),
  owed: anyAmountField,
});
export type Clearing = z.infer<typeof clearingSchema>;
export const clearingListSchema = z.array(clearingSchema);

/** The creditor (or ADMIN) records that `debtorId` paid. ADMIN names the creditor too. Ids are market codes. */
export const clearingCommandSchema = z.object({
  debtorId: globalMarketIdField,
  creditorId: z.optional(globalMarketIdField),
  monto: amountField,
  note: z.optional(textField(maxLength.reason)),
});
export type ClearingCommand = z.infer<typeof clearingCommandSchema>;
export const clearingReceiptSchema = z.extend(clearingSchema, {
  monto: anyAmountField,
  createAt: instantField,
});
export type ClearingReceipt = z.infer<typeof clearingReceiptSchema>;

/** One account of the market over a day: its balance before, what each kind of movement changed, its balance after. */
const dayAccount = z.object({
  account: z.string(),
  before: anyAmountField,
  changes: z.array(z.object({ movement: z.string(), count: z.int(), total: anyAmountField })),
  after: anyAmountField,
});
export type DayAccount = z.infer<typeof dayAccount>;

const dayLater = z.object({
  account: z.string(),
  movement: z.string(),
  count: z.int(),
  total: anyAmountField,
});

/**
 * cierre del día. Signs: what is owed to somebody is positive, what is held for us negative, so `sum` over all accounts
 * is 0 when the day adds up. `devices`: those that still have operations to deliver (`owes`), and those that were not heard
 * after their last possible sale of the day (`silent`): what they hold is not known. A closed day keeps the figures with
 * which it was closed; `later` is what was booked on it since, by account and kind of movement.
 */
export const dayCloseSchema = z.object({
  day: dayField,
  accounts: z.array(dayAccount),
  sum: anyAmountField,
  addsUp: z.boolean(),
  tills: tillListSchema,
  /** as it is now, whatever the day: on its way for more than a day, and differences that nobody answers for */
  handOvers: z._default(openHandOversSchema, noOpenHandOvers),
  devices: z.array(
    z.object({
      deviceId: z.string(),
      name: z.string(),
      lastSeenAt: z.nullable(instantField),
      state: z._default(z.enum(['owes', 'silent']), 'owes'),
    }),
  ),
  closedAt: z.nullable(instantField),
  closedBy: z.string(),
  later: z._default(z.array(dayLater), []),
});
export type DayClose = z.infer<typeof dayCloseSchema>;
export const dayQuerySchema = z.object({
  day: z.optional(dayField),
  globalMarketId: z.optional(globalMarketIdField),
});
export const dayCloseCommandSchema = z.object({ day: dayField });
