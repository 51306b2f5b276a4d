import * as z from 'zod/mini';
import {
  anyAmountField,
  anyMarketCodeField,
  globalMarketIdField,
  pageOf,
  pageQuery,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { dayField } from '#src/contract/purchases/purchase-history.ts';
import { amountField, idField, instantField } from '#src/protocol/fields.ts';
import { tillListSchema } from './till.ts';

/** pago a un estante: at most the balance less the withheld part. */
export const payoutCommandSchema = z.object({
  estanteId: idField,
  monto: amountField,
  note: z.optional(textField(maxLength.reason)),
  /** Includes the withheld part. */
  includeWithheld: z.optional(z.boolean()),
});

export const payoutSchema = z.object({
  /** Code of the payout, "G-7K4M2QXD". */
  codePago: z.string(),
  estanteId: z.string(),
  estanteName: z.string(),
  monto: anyAmountField,
  /** Balance after it; in a list, right after it. */
  owed: anyAmountField,
  note: z.string(),
  createAt: instantField,
  /** Code of the run if several stalls were paid at once, "P-2026-11-22". */
  codeRun: z._default(z.string(), ''),
});
export type Payout = z.infer<typeof payoutSchema>;
export const payoutPageSchema = pageOf(payoutSchema);
export type PayoutPage = z.infer<typeof payoutPageSchema>;
export const payoutQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  estanteId: z.optional(idField),
});

/** compensación: debts between markets for vouchers spent at each other's stalls. */
export const clearingSchema = z.object({
  debtorId: anyMarketCodeField,
  debtorName: z.string(),
  creditorId: anyMarketCodeField,
  creditorName: z.string(),
  owed: anyAmountField,
});
export type Clearing = z.infer<typeof clearingSchema>;
export const clearingListSchema = z.array(clearingSchema);

/**
 * The creditor (or ADMIN) records a payment by `debtorId`. ADMIN also names the creditor. Ids are market
 * codes.
 */
export const clearingCommandSchema = z.object({
  debtorId: globalMarketIdField,
  creditorId: z.optional(globalMarketIdField),
  monto: amountField,
  note: z.optional(textField(maxLength.reason)),
});
export const clearingReceiptSchema = z.extend(clearingSchema, {
  monto: anyAmountField,
  createAt: instantField,
});
export type ClearingReceipt = z.infer<typeof clearingReceiptSchema>;

const dayChange = z.object({ movement: z.string(), count: z.int(), total: anyAmountField });

/** One account of the market over a day: opening balance, change by movement kind, closing balance. */
const dayAccount = z.object({
  account: z.string(),
  before: anyAmountField,
  changes: z.array(dayChange),
  after: anyAmountField,
});
export type DayAccount = z.infer<typeof dayAccount>;

/**
 * cierre del día. Signs: debts to others are positive and money held for the market negative, so `sum` over
 * all accounts is 0 when the day adds up. `devices`: those that owe operations (`owes`), and those silent
 * since their last possible sale of the day (`silent`), whose sales are unknown. A closed day keeps its
 * figures; `later` lists later entries on it by account and movement kind.
 */
export const dayCloseSchema = z.object({
  day: dayField,
  accounts: z.array(dayAccount),
  sum: anyAmountField,
  addsUp: z.boolean(),
  tills: tillListSchema,
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
  later: z._default(z.array(z.extend(dayChange, { account: z.string() })), []),
});
export type DayClose = z.infer<typeof dayCloseSchema>;
export const dayQuerySchema = z.object({
  day: z.optional(dayField),
  globalMarketId: z.optional(globalMarketIdField),
});
export const dayCloseCommandSchema = z.object({ day: dayField });
