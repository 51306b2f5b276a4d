import * as z from 'zod/mini';
import { anyAmountField, pageOf, pageQuery, textField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { conflictReasonSchema } from '#src/contract/purchases/schemas.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { idField, instantField } from '#src/protocol/fields.ts';

/**
 * waiting: for the top-up, with an alarm after 24 h. overspend: the stall is paid, the difference is on the
 * market's overspend account. review: nothing has been posted. resolved: a manager has assigned the loss.
 */
export const conflictStates = ['waiting', 'overspend', 'review', 'resolved'] as const;
export const conflictStateSchema = z.enum(conflictStates);
export type ConflictState = z.infer<typeof conflictStateSchema>;

/**
 * Bearer of a loss: the market's guarantee fund, the customer (debt), or the stall. For a top-up, "stall"
 * means that it is not made. For a voided top-up it stays valid, and its point owes the cash. For a
 * withdrawal or a void, "stall" gives the sale back and "customer" lets it stay.
 */
export const assignees = ['guarantee', 'customer', 'stall'] as const;
export const assigneeSchema = z.enum(assignees);
export type Assignee = z.infer<typeof assigneeSchema>;

/** One use of a voucher by a device, for the manager to compare. */
export const conflictTraceSchema = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  estanteName: z.string(),
  /** Smallest unit shown. */
  price: anyAmountField,
  /** Device clock. */
  occurredAt: instantField,
  recordedAt: instantField,
  codeCompra: z.string(),
});

export const conflictSchema = z.object({
  _id: z.string(),
  /** Goods handed over, cash taken for a voucher, that cash returned, or a sale taken back. */
  kind: z.enum(['sale', 'cash-taken', 'cash-returned', 'withdrawal']),
  state: conflictStateSchema,
  reason: conflictReasonSchema,
  estanteId: z.string(),
  estanteName: z.string(),
  userName: z.string(),
  shortCode: z.string(),
  /** Smallest unit shown. */
  price: anyAmountField,
  /** Shortfall of the voucher. */
  missing: anyAmountField,
  deviceId: z.string(),
  deviceName: z.string(),
  occurredAt: instantField,
  recordedAt: instantField,
  /** Waiting for longer than 24 h. */
  alarm: z.boolean(),
  assignee: z.nullable(assigneeSchema),
  note: z.string(),
  resolvedAt: z.nullable(instantField),
  resolvedBy: z.string(),
  /** Every offline sale of this voucher that a device accepted, oldest first. */
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

/** The decided line. `topUp`: the new voucher of a customer whose first paper names what belongs to others. */
export const assignedConflictSchema = z.extend(conflictSchema, { topUp: z.optional(topUpReceiptSchema) });
export type AssignedConflict = z.infer<typeof assignedConflictSchema>;
