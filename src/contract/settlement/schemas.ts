import * as z from 'zod/mini';
import {
  anyAmountField,
  anyOpIdField,
  idField,
  instantField,
  pageOf,
  pageQuery,
  textField,
} from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { conflictReasonSchema } from '#src/contract/purchases/schemas.ts';

/**
 * waiting: until the top-up arrives, alarm after 24 h. overspend: the stall is paid, the difference is on the market's
 * overspend account. review: nothing has been posted. resolved: a manager has assigned the loss.
 */
export const conflictStates = ['waiting', 'overspend', 'review', 'resolved'] as const;
export const conflictStateSchema = z.enum(conflictStates);
export type ConflictState = z.infer<typeof conflictStateSchema>;

/**
 * To whom the loss is assigned: the market's guarantee fund, the customer (debt), or the stall (of a top-up: it is not
 * made; of one that was undone: it stands, and its point answers for the cash; of a withdrawal or a void: it gives the sale back, the customer:
 * it stands).
 */
export const assignees = ['guarantee', 'customer', 'stall'] as const;
export const assigneeSchema = z.enum(assignees);
export type Assignee = z.infer<typeof assigneeSchema>;

/** One use of a voucher by a device: what a manager compares. */
export const conflictTraceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  estanteName: z.string(),
  /** smallest unit shown */
  price: anyAmountField,
  /** the device's clock */
  occurredAt: instantField,
  recordedAt: instantField,
  codeCompra: z.string(),
});

export const conflictSchema = z.object({
  _id: z.string(),
  kind: z.enum(['sale', 'top-up', 'top-up-void', 'withdrawal', 'void']),
  state: conflictStateSchema,
  reason: conflictReasonSchema,
  estanteId: z.string(),
  estanteName: z.string(),
  userName: z.string(),
  shortCode: z.string(),
  /** smallest unit shown */
  price: anyAmountField,
  /** what no voucher covered */
  missing: anyAmountField,
  deviceId: z.string(),
  deviceName: z.string(),
  occurredAt: instantField,
  recordedAt: instantField,
  /** waiting for longer than 24 h */
  alarm: z.boolean(),
  assignee: z.nullable(assigneeSchema),
  note: z.string(),
  resolvedAt: z.nullable(instantField),
  resolvedBy: z.string(),
  /** every sale of this voucher that a device accepted without a link, oldest first */
  trace: z.array(conflictTraceSchema),
});
export type Conflict = z.infer<typeof conflictSchema>;
export const conflictPageSchema = z.extend(pageOf(conflictSchema), {
  counts: z.object({ waiting: z.int(), overspend: z.int(), review: z.int(), resolved: z.int() }),
});
export type ConflictPage = z.infer<typeof conflictPageSchema>;
export const conflictQuerySchema = z.object({ ...pageQuery, state: z.optional(conflictStateSchema) });

export const assignCommandSchema = z.object({
  id: idField,
  to: assigneeSchema,
  note: textField(maxLength.reason),
});
export type AssignCommand = z.infer<typeof assignCommandSchema>;

/**
 * The outcome of a sale that the stall handed over without a link. paid; paid-by-guarantee: in full, though the voucher
 * did not cover it; review: a person decides; waiting: for its top-up; not-paid: the loss is the stall's.
 */
export const offlineSaleStates = ['paid', 'paid-by-guarantee', 'review', 'waiting', 'not-paid'] as const;
export const offlineSaleSchema = z.object({
  /** operation id of the purchase */
  _id: anyOpIdField,
  state: z.enum(offlineSaleStates),
  reason: z.nullable(conflictReasonSchema),
  /** smallest unit shown */
  price: anyAmountField,
  /** what the voucher did not cover of the price; 0 while that is not known */
  missing: anyAmountField,
  /** empty while it is not paid */
  codeCompra: z.string(),
  shortCode: z.string(),
  userName: z.string(),
  deviceName: z.string(),
  /** the device's clock */
  occurredAt: instantField,
  recordedAt: instantField,
  note: z.string(),
});
export type OfflineSale = z.infer<typeof offlineSaleSchema>;
export const offlineSalePageSchema = pageOf(offlineSaleSchema);
export type OfflineSalePage = z.infer<typeof offlineSalePageSchema>;
export const offlineSaleQuerySchema = z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor });
