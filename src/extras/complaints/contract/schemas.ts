import * as z from 'zod/mini';
import type { KeptOfExtras } from '#src/contract/customers/kept.ts';
import {
  amountField,
  anyAmountField,
  atMost,
  balanceField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  textField,
  voucherIdField,
} from '#src/contract/fields.ts';

/** The core has the same list for a customer's copy. */
export const complaintReasons = [
  'NOT_MINE',
  'OTHER_AMOUNT',
  'TWICE',
  'NOT_DELIVERED',
] as const satisfies readonly KeptOfExtras['complaints'][number]['reason'][];
export const complaintReasonSchema = z.enum(complaintReasons);
export type ComplaintReason = z.infer<typeof complaintReasonSchema>;

/** The full amount is returned, a part, or nothing: "no procede", which requires a reason. */
export const complaintVerdicts = ['ALL', 'PART', 'NONE'] as const;
export const complaintVerdictSchema = z.enum(complaintVerdicts);
export type ComplaintVerdict = z.infer<typeof complaintVerdictSchema>;

export const longestWords = 300;
const words = z.string().check(z.trim(), atMost(longestWords), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/**
 * Reclamo: a holder sends the voucher's id, staff of the market the paper's short code. A purchase has at
 * most one: a second request returns the first.
 */
export const complaintCommandSchema = z.object({
  codeCompra: textField(20),
  codeQrUuid: z.optional(voucherIdField),
  shortCode: z.optional(textField(20)),
  reason: complaintReasonSchema,
  words,
});
export type ComplaintCommand = z.infer<typeof complaintCommandSchema>;

const said = z.object({ words: z.string(), createAt: instantField });

/** As shown to the holder of the voucher's link. Amounts in the smallest unit shown. */
export const complaintSchema = z.object({
  /** "R-0007" */
  number: z.string(),
  codeCompra: z.string(),
  estanteName: z.string(),
  marketName: z.string(),
  reason: complaintReasonSchema,
  words: z.string(),
  createAt: instantField,
  dueAt: instantField,
  price: anyAmountField,
  /** The stall's own statement. */
  stall: z.nullable(said),
  answer: z.nullable(
    z.object({
      verdict: complaintVerdictSchema,
      words: z.string(),
      createAt: instantField,
      /** The name of the market or stall that answered. */
      by: z.string(),
      returned: anyAmountField,
      /** Amount of the purchase that remains after it. */
      stands: anyAmountField,
    }),
  ),
});
export type Complaint = z.infer<typeof complaintSchema>;

/** Complaints of one voucher. A purchase can be disputed for `days` after it. */
export const holderComplaintsSchema = z.object({ days: z.int(), items: z.array(complaintSchema) });
export type HolderComplaints = z.infer<typeof holderComplaintsSchema>;

const staffFacts = { _id: z.string(), estanteId: z.string(), userName: z.string(), isOverdue: z.boolean() };
export const complaintRowSchema = z.extend(complaintSchema, staffFacts);
export type ComplaintRow = z.infer<typeof complaintRowSchema>;
export const complaintPageSchema = pageOf(complaintRowSchema);
export type ComplaintPage = z.infer<typeof complaintPageSchema>;
export const complaintQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  state: z.optional(z.enum(['open', 'answered'])),
});
export type ComplaintQuery = z.infer<typeof complaintQuerySchema>;

/**
 * How it was charged, for the person who decides. `readAt`: the device's clock, or null when the holder of the link
 * bought it.
 */
export const complaintDetailSchema = z.extend(complaintRowSchema, {
  trace: z.object({
    readAt: z.nullable(instantField),
    deviceName: z.string(),
    operatorName: z.string(),
    /** Number of the operation in the device's journal. */
    seq: z.nullable(z.int()),
    /** True if the goods were handed over offline. */
    isOffline: z.boolean(),
    /** Time of the balance list on the device. */
    listAt: z.nullable(instantField),
    arrivedAt: instantField,
    /** Time since which the code is blocked. */
    blockedAt: z.nullable(instantField),
  }),
  /** Amount that can still be returned. */
  left: balanceField,
});
export type ComplaintDetail = z.infer<typeof complaintDetailSchema>;

export const complaintWordsSchema = z.object({
  id: idField,
  words: z.string().check(z.trim(), z.minLength(1), atMost(longestWords), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
});
export type ComplaintWords = z.infer<typeof complaintWordsSchema>;

/** `monto`: the amount, if only a part is returned. */
export const complaintAnswerSchema = z.object({
  id: idField,
  verdict: complaintVerdictSchema,
  monto: z.optional(amountField),
  words,
});
export type ComplaintAnswer = z.infer<typeof complaintAnswerSchema>;

export const complaintAnsweredSchema = z.object({
  number: z.string(),
  verdict: complaintVerdictSchema,
  returned: anyAmountField,
  stands: anyAmountField,
  createAt: instantField,
});
export type ComplaintAnswered = z.infer<typeof complaintAnsweredSchema>;
