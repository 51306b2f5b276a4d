import * as z from 'zod/mini';
import {
  anyAmountField,
  anyOpIdField,
  anyPointsField,
  anyVoucherIdField,
  pageOf,
  pageQuery,
  voucherIdField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { balanceField, idField, instantField, maxAmount } from '#src/protocol/fields.ts';
import { purchaseLineSchema, purchaseLinesField } from './purchase-line.ts';

/** Why an offline sale or top-up needs a person; a closed list. */
export const conflictReasons = [
  /** The voucher had been spent elsewhere: there is a shortfall. */
  'SPENT_ELSEWHERE',
  /** Blocked before this sale arrived: nothing is charged to it. */
  'VOUCHER_BLOCKED',
  /** The voucher's top-up has not arrived. */
  'UNKNOWN_VOUCHER',
  /** The device exceeded the market's limits, or used a list that was too old. */
  'BEYOND_LIMITS',
  /** The device claims a balance that the voucher did not have, or a balance list that was never sent to it. */
  'CLAIM_UNTRUE',
  /** The time that the device names is impossible. */
  'TIME_IMPLAUSIBLE',
  /** A response had already reported the voucher as exhausted to the device. */
  'TOLD_SPENT',
  /** The shortfall of this device's sales exceeds the market's limit without a decision. */
  'SHORTFALL_LIMIT',
  'CLEARING_LIMIT',
  /** The voucher's proof was invalid. */
  'BAD_PROOF',
  'DEVICE_REVOKED',
  /** The operator or the stall was not active. */
  'OPERATOR_INACTIVE',
  /**
   * The person was never enrolled on this device, or has not signed in on it since their password was reset or
   * their sessions ended.
   */
  'NOT_OPERATOR',
  /** The voucher's top-up was voided, or its balance refunded in cash. */
  'CASH_RETURNED',
  /** The customer of a top-up was deleted, or never registered. */
  'CUSTOMER_GONE',
  /** The device's journal has two histories. */
  'JOURNAL_FORK',
  /**
   * A withdrawal or void of a sale that its stall was already paid for, or whose stall has too small a
   * balance.
   */
  'PAID_OUT',
  /** A withdrawal of a sale whose points the customer has redeemed. */
  'POINTS_SPENT',
  /** Voided on a later day than it was made. */
  'TOO_LATE',
  /** A void of a top-up that the till's cash did not cover. */
  'TILL_SHORT',
  /** A top-up by a point above its ceiling of unreceived cash. */
  'TILL_FULL',
  /**
   * A top-up whose voucher or customer has an id that was another's first. It is made with a new paper: the
   * printed one names what belongs to others.
   */
  'ID_TAKEN',
] as const;
export const conflictReasonSchema = z.enum(conflictReasons);
export type ConflictReason = z.infer<typeof conflictReasonSchema>;

/**
 * compra: names travel with the call (specification) and are never trusted. `price` 0 is refused with its own
 * code.
 */
export const purchaseCommandSchema = z.object({
  userId: idField,
  estanteId: idField,
  codeQrUuid: voucherIdField,
  estanteName: z.optional(z.string().check(z.maxLength(maxLength.estanteName * 4))),
  price: z.int().check(z.gte(0), z.lte(maxAmount)).brand<'Amount', 'inout'>(),
  userName: z.optional(z.string().check(z.maxLength(maxLength.ownerName * 4))),
  lines: z.optional(purchaseLinesField),
  /**
   * Time for which it waited on its device, ms: a difference of two readings of the device's clock, so a
   * wrong clock does not matter.
   */
  waitedMs: z.optional(z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
});
export type PurchaseCommand = z.infer<typeof purchaseCommandSchema>;

export const purchaseReceiptSchema = z.object({
  /** Code of the purchase, "C-7K4M2QXD". */
  codeCompra: z.string(),
  /** Remaining balance of this voucher. */
  nuevoSaldo: anyAmountField,
  price: anyAmountField,
  estanteName: z.string(),
  userName: z.string(),
  codeQrUuid: anyVoucherIdField,
  points: anyPointsField,
  createAt: instantField,
  /** Shortfall of a sale handed over offline, and its reason; the stall was paid in full. */
  missing: z.optional(balanceField),
  reason: z.optional(conflictReasonSchema),
  opId: z.optional(anyOpIdField),
});
export type PurchaseReceipt = z.infer<typeof purchaseReceiptSchema>;

/**
 * A row of a history: the receipt with the stall's market but without the voucher's id, which is a bearer
 * secret.
 */
export const purchaseRowSchema = z.extend(
  z.omit(purchaseReceiptSchema, { opId: true, nuevoSaldo: true, codeQrUuid: true }),
  {
    /** Short code of the voucher. */
    shortCode: z.string(),
    estanteId: z.string(),
    marketName: z.string(),
    /** Present when the voucher's holder paid from a phone. */
    byHolder: z.optional(z.literal(true)),
    /** Products sold, as noted by the stall. */
    lines: z.optional(z.array(purchaseLineSchema)),
    /** anulada: when, and why */
    voided: z.optional(z.object({ createAt: instantField, reason: z.string() })),
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
