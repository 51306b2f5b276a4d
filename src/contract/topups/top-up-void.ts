import * as z from 'zod/mini';
import { anyAmountField, anyOpIdField } from '#src/contract/fields.ts';
import { idField, instantField } from '#src/protocol/fields.ts';

/** Why a top-up is voided; a closed list to tap. */
export const topUpVoidReasons = ['WRONG_AMOUNT', 'WRONG_PERSON', 'TWICE', 'OTHER'] as const;
export const topUpVoidReasonSchema = z.enum(topUpVoidReasons);
export type TopUpVoidReason = z.infer<typeof topUpVoidReasonSchema>;

/** anular una recarga: by its point the same day, by its market any day; only while it is unspent */
export const topUpVoidCommandSchema = z.object({
  /** Movement that made it: its `_id` in receipts and lists. */
  id: idField,
  reason: topUpVoidReasonSchema,
});

/**
 * Source of the returned cash: the till while it holds enough, else the market. DIFFERENCE: a count of the
 * till had already found the shortage.
 */
export const cashSources = ['TILL', 'MARKET', 'DIFFERENCE'] as const;
export type CashSource = (typeof cashSources)[number];

export const topUpVoidReceiptSchema = z.object({
  _id: z.string(),
  topUpId: z.string(),
  ownerName: z.string(),
  shortCode: z.string(),
  /** Cash to return, smallest unit shown. */
  monto: anyAmountField,
  paidFrom: z.enum(cashSources),
  /** Cash in the point's till afterwards. */
  till: anyAmountField,
  reason: topUpVoidReasonSchema,
  createAt: instantField,
  opId: z.optional(anyOpIdField),
});
export type TopUpVoidReceipt = z.infer<typeof topUpVoidReceiptSchema>;
