import * as z from 'zod/mini';
import { anyAmountField, anyOpIdField, idField, instantField } from '#src/contract/fields.ts';

/** Why a top-up is undone. Closed: what a person taps. */
export const topUpVoidReasons = ['WRONG_AMOUNT', 'WRONG_PERSON', 'TWICE', 'OTHER'] as const;
export const topUpVoidReasonSchema = z.enum(topUpVoidReasons);
export type TopUpVoidReason = z.infer<typeof topUpVoidReasonSchema>;

/** anular una recarga: by its point the same day, by its market any day; only while nothing was spent of it */
export const topUpVoidCommandSchema = z.object({
  /** the movement that made it: its `_id` in receipts and lists */
  id: idField,
  reason: topUpVoidReasonSchema,
});
export type TopUpVoidCommand = z.infer<typeof topUpVoidCommandSchema>;

/**
 * Out of whose cash the money went back: the till's while it holds that much, else the market's own. DIFFERENCE: a count of the till had
 * found it missing by then.
 */
export const cashSources = ['TILL', 'MARKET', 'DIFFERENCE'] as const;
export type CashSource = (typeof cashSources)[number];

export const topUpVoidReceiptSchema = z.object({
  _id: z.string(),
  topUpId: z.string(),
  ownerName: z.string(),
  shortCode: z.string(),
  /** what is handed back, smallest unit shown */
  monto: anyAmountField,
  paidFrom: z.enum(cashSources),
  /** what the point's till holds after it */
  till: anyAmountField,
  reason: topUpVoidReasonSchema,
  createAt: instantField,
  opId: z.optional(anyOpIdField),
});
export type TopUpVoidReceipt = z.infer<typeof topUpVoidReceiptSchema>;
