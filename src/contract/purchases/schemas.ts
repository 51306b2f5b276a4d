import * as z from 'zod/mini';
import {
  anyAmountField,
  anyOpIdField,
  anyPointsField,
  anyVoucherIdField,
  balanceField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  voucherIdField,
} from '#src/contract/fields.ts';
import { maxAmount, maxLength } from '#src/contract/limits.ts';
import { saleLineSchema, saleLinesField } from './sale-line.ts';

/** Why a sale accepted without a link, or a top-up made without one, needs a person. Closed. */
export const conflictReasons = [
  /** the voucher had been spent elsewhere: something is missing */
  'SPENT_ELSEWHERE',
  /** blocked before this sale arrived: nothing is taken from it */
  'VOUCHER_BLOCKED',
  /** the voucher's top-up has not arrived */
  'UNKNOWN_VOUCHER',
  /** the device went beyond the market's limits, or used too old a list */
  'BEYOND_LIMITS',
  /** the list of balances that the device names was never sent to it */
  'LIST_UNKNOWN',
  /** the voucher did not hold what the device says it knew of */
  'BALANCE_OVERSTATED',
  /** the moment that the device names cannot be true */
  'TIME_IMPLAUSIBLE',
  /** the device had been told that the voucher gives no more */
  'TOLD_SPENT',
  /** more of this device's sales is uncovered than the market allows without a decision */
  'SHORTFALL_LIMIT',
  /** more of what this device brought back after a restore is uncovered than the market allows without a decision */
  'PROVEN_BEYOND_LIMITS',
  'CLEARING_LIMIT',
  /** more than the voucher gives without its PIN: nothing is taken from it before a person decides */
  'PIN_MISSING',
  /** the voucher's proof was not valid */
  'BAD_PROOF',
  'DEVICE_REVOKED',
  /** the operator or the stall was not active */
  'OPERATOR_INACTIVE',
  /** the person works for the market, but was never enrolled on this device */
  'NOT_OPERATOR',
  /** the person's password was reset or their sessions ended, and they have not signed in on the device since */
  'BINDING_SUSPENDED',
  /** neither the person's own key had signed it, nor was the person signed in when it came */
  'OPERATOR_UNSIGNED',
  /** the top-up that paid for the voucher was undone */
  'TOP_UP_UNDONE',
  /** what was left of the voucher had been given back in cash */
  'VOUCHER_REFUNDED',
  /** the customer of a top-up was deleted, or never registered */
  'CUSTOMER_GONE',
  /** the device's journal has two histories */
  'JOURNAL_FORK',
  /** of a withdrawal: its stall had been paid for the sale, or is not owed as much any more */
  'PAID_OUT',
  /** of a withdrawal: the customer has redeemed the points of the sale */
  'POINTS_SPENT',
  /** taken back on another day than it was made */
  'TOO_LATE',
  /** of an undone top-up: the till did not hold as much */
  'TILL_SHORT',
  /** of a top-up: its point held more than its market lets it hold before somebody receives it */
  'TILL_FULL',
] as const;
export const conflictReasonSchema = z.enum(conflictReasons);
export type ConflictReason = z.infer<typeof conflictReasonSchema>;

/** compra: names travel with the call (specification) and are never trusted. `price` 0 is refused by its own code. */
export const purchaseCommandSchema = z.object({
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  estanteName: z.optional(z.string().check(z.maxLength(maxLength.estanteName * 4))),
  price: z.int().check(z.gte(0), z.lte(maxAmount)).brand<'Amount', 'inout'>(),
  userName: z.optional(z.string().check(z.maxLength(maxLength.ownerName * 4))),
  lines: z.optional(saleLinesField),
  /** how long it waited on its device before this call, ms: both moments by the device's clock, so that a wrong clock is no matter */
  waitedMs: z.optional(z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
});
export type PurchaseCommand = z.infer<typeof purchaseCommandSchema>;

export const purchaseReceiptSchema = z.object({
  /** what people call the purchase by, "C-7K4M2QXD" */
  codeCompra: z.string(),
  /** what remains on this voucher */
  nuevoSaldo: anyAmountField,
  price: anyAmountField,
  estanteName: z.string(),
  userName: z.string(),
  codeQrUuid: anyVoucherIdField,
  points: anyPointsField,
  createAt: instantField,
  /** of a sale that was handed over without a link: what the voucher did not cover, and why; the stall was paid in full */
  missing: z.optional(balanceField),
  reason: z.optional(conflictReasonSchema),
  opId: z.optional(anyOpIdField),
  /** of a share: the code of its sale; its own is this and its number, "C-7K4M2QXD-2" */
  saleCode: z.optional(z.string()),
});
export type PurchaseReceipt = z.infer<typeof purchaseReceiptSchema>;

/** One line of a history: the receipt without the voucher's id, which opens it, and the market of the stall. */
export const purchaseRowSchema = z.extend(
  z.omit(purchaseReceiptSchema, { opId: true, nuevoSaldo: true, codeQrUuid: true, saleCode: true }),
  {
    /** of the voucher */
    shortCode: z.string(),
    estanteId: z.string(),
    marketName: z.string(),
    /** what was sold, as the stall noted it */
    lines: z.optional(z.array(saleLineSchema)),
    /** it is a share of a sale that was paid with several codes: what that sale is called, and all of it */
    sale: z.optional(z.object({ codeCompra: z.string(), price: anyAmountField })),
    /** anulada, all of it: since when, and why */
    voided: z.optional(z.object({ createAt: instantField, reason: z.string() })),
    /** anulada en parte: how much of the price was given back until now, and the last time and its reason. `points` are of what stands */
    givenBack: z.optional(z.object({ amount: anyAmountField, createAt: instantField, reason: z.string() })),
  },
);
export type PurchaseRow = z.infer<typeof purchaseRowSchema>;
export const purchasePageSchema = pageOf(purchaseRowSchema);
export type PurchasePage = z.infer<typeof purchasePageSchema>;

export const customerHistoryQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  clientId: z.optional(idField),
  codeQrUuid: z.optional(voucherIdField),
});
