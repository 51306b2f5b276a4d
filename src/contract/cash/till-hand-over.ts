import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import {
  amountField,
  anyAmountField,
  anyOpIdField,
  balanceField,
  idField,
  instantField,
  pageOf,
  pageQuery,
} from '#src/contract/fields.ts';
import { answerers, countedPieces, worthOf } from './till.ts';

const pieces = z.optional(z.array(countedPieces).check(z.maxLength(20)));

/**
 * entrega de caja. `pieces`: the counted notes and coins, as far as counted; at most `monto`. The point is
 * the signed-in one.
 */
export const handOverCommandSchema = z
  .object({ monto: amountField, pieces })
  .check(z.refine(({ monto, pieces: by = [] }) => worthOf(by) <= monto, { path: ['pieces'] }));
export type HandOverCommand = z.infer<typeof handOverCommandSchema>;

/** Party that answers for a shortage or surplus. OPEN: not known yet, so it stays on its way. */
export const differenceAnswers = [...answerers, 'OPEN'] as const;
export const differenceAnswerSchema = z.enum(differenceAnswers);
export type DifferenceAnswer = z.infer<typeof differenceAnswerSchema>;

/** en camino, recibida, no entregada */
export const handOverStates = ['IN_TRANSIT', 'RECEIVED', 'TAKEN_BACK'] as const;
export type HandOverState = (typeof handOverStates)[number];

export const handOverSchema = z.object({
  /** Its movement. */
  _id: z.string(),
  /** Its code, "E-7K4M2". */
  code: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  monto: anyAmountField,
  pieces: z.array(countedPieces),
  createAt: instantField,
  state: z.enum(handOverStates),
  /** On its way for more than a day. */
  isOverdue: z.boolean(),
  /** Declared by the requesting person, so that another one must receive it. */
  isOwn: z.boolean(),
  /** Null until it is received. */
  received: z.nullable(
    z.object({
      /** Movement of the receipt. */
      _id: z.string(),
      counted: anyAmountField,
      /** Counted less declared. */
      difference: anyAmountField,
      /** Null without a difference. */
      answers: z.nullable(differenceAnswerSchema),
      byName: z.string(),
      createAt: instantField,
    }),
  ),
});
export type HandOver = z.infer<typeof handOverSchema>;
export const handOverPageSchema = pageOf(handOverSchema);
export type HandOverPage = z.infer<typeof handOverPageSchema>;
export const handOverQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  topUpPointId: z.optional(idField),
  /** OPEN: on its way, or with an unassigned difference; oldest first. Without it: all, newest first. */
  state: z.optional(z.enum(['OPEN'])),
});
export type HandOverQuery = z.infer<typeof handOverQuerySchema>;

/** Hand-overs of a market that need attention. `names`: the two points that have waited longest. */
export const openHandOversSchema = z.object({
  /** On their way for more than a day. */
  overdue: z.object({ count: z.int(), total: anyAmountField, names: z.array(z.string()) }),
  /** Received with a difference that is not assigned yet. */
  unanswered: z.object({ count: z.int(), total: anyAmountField }),
});
export type OpenHandOvers = z.infer<typeof openHandOversSchema>;
export const noOpenHandOvers: OpenHandOvers = {
  overdue: { count: 0, total: toAmount(0), names: [] },
  unanswered: { count: 0, total: toAmount(0) },
};

/** The answer to a hand-over. */
export const handOverReceiptSchema = z.object({
  _id: z.string(),
  code: z.string(),
  monto: anyAmountField,
  /** Cash left in the till. */
  left: anyAmountField,
  createAt: instantField,
  opId: z.optional(anyOpIdField),
});
export type HandOverReceipt = z.infer<typeof handOverReceiptSchema>;

/** "No la entregué" */
export const handOverVoidCommandSchema = z.object({ id: idField });
export type HandOverVoidCommand = z.infer<typeof handOverVoidCommandSchema>;
export const handOverVoidSchema = z.object({
  _id: z.string(),
  handOverId: z.string(),
  code: z.string(),
  monto: anyAmountField,
  /** Cash left in the till. */
  left: anyAmountField,
  createAt: instantField,
});
export type HandOverVoid = z.infer<typeof handOverVoidSchema>;

/** recibir: the receiver's own count and, if it differs from the point's, who answers for the difference */
export const tillReceiptCommandSchema = z
  .object({ id: idField, counted: balanceField, answers: z.optional(differenceAnswerSchema), pieces })
  .check(z.refine(({ counted, pieces: by = [] }) => worthOf(by) <= counted, { path: ['pieces'] }));
export type TillReceiptCommand = z.infer<typeof tillReceiptCommandSchema>;
export const tillReceiptSchema = z.object({
  _id: z.string(),
  handOverId: z.string(),
  code: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  monto: anyAmountField,
  counted: anyAmountField,
  difference: anyAmountField,
  answers: z.nullable(differenceAnswerSchema),
  createAt: instantField,
});
export type TillReceipt = z.infer<typeof tillReceiptSchema>;

/** Assigns a difference that was left open, once it is known who answers for it. */
export const tillDifferenceCommandSchema = z.object({
  /** The hand-over. */
  id: idField,
  answers: z.enum(answerers),
});
export type TillDifferenceCommand = z.infer<typeof tillDifferenceCommandSchema>;
export const tillDifferenceSchema = z.object({
  _id: z.string(),
  handOverId: z.string(),
  code: z.string(),
  topUpPointId: z.string(),
  ownerName: z.string(),
  difference: anyAmountField,
  answers: differenceAnswerSchema,
  createAt: instantField,
});
export type TillDifference = z.infer<typeof tillDifferenceSchema>;

/** A point's unreceived cash, the part of it on its way, and its ceiling. Smallest unit shown. */
export const tillRoomSchema = z.object({
  held: anyAmountField,
  inTransit: anyAmountField,
  ceiling: anyAmountField,
});
export type TillRoom = z.infer<typeof tillRoomSchema>;
