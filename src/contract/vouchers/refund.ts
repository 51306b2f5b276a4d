import * as z from 'zod/mini';
import { anyAmountField, anyOpIdField, pageOf, pageQuery } from '#src/contract/fields.ts';
import { maxPaidAtOnce } from '#src/contract/limits.ts';
import { amountField, idField, instantField } from '#src/protocol/fields.ts';
import { voucherStateSchema } from './schemas.ts';

/** Why a market refunds a balance; a closed list, because a voucher is not a way to withdraw cash. */
export const refundReasons = ['ERROR', 'RETRACT', 'MARKET_CLOSES', 'DEATH', 'AUTHORITY'] as const;
export const refundReasonSchema = z.enum(refundReasons);
export type RefundReason = z.infer<typeof refundReasonSchema>;

/** A voucher of the market with a balance, and its owner. */
export const refundableSchema = z.object({
  /** Movement that issued it. */
  _id: z.string(),
  clientId: z.string(),
  ownerName: z.string(),
  identificacion: z.string(),
  shortCode: z.string(),
  /** Balance, smallest unit shown. */
  monto: anyAmountField,
  state: voucherStateSchema,
  createAt: instantField,
});
export type Refundable = z.infer<typeof refundableSchema>;
export const refundablePageSchema = pageOf(refundableSchema);
export type RefundablePage = z.infer<typeof refundablePageSchema>;
export const refundableQuerySchema = z.object(pageQuery);

/**
 * devolución: one act over one or more vouchers, all or none. `monto` is the balance on the list: if it has
 * changed, nothing is refunded and the list is read again.
 */
export const refundCommandSchema = z.object({
  vouchers: z
    .array(z.object({ id: idField, monto: amountField }))
    .check(z.minLength(1), z.maxLength(maxPaidAtOnce)),
  reason: refundReasonSchema,
});
export type RefundCommand = z.infer<typeof refundCommandSchema>;

/** One refunded voucher, as on the receipt that its owner signs. */
export const refundSchema = z.object({
  /** "D-00014" */
  code: z.string(),
  ownerName: z.string(),
  identificacion: z.string(),
  shortCode: z.string(),
  monto: anyAmountField,
  reason: refundReasonSchema,
  decidedBy: z.string(),
  createAt: instantField,
});
export type Refund = z.infer<typeof refundSchema>;
export const refundActSchema = z.object({
  refunds: z.array(refundSchema),
  total: anyAmountField,
  opId: z.optional(anyOpIdField),
});
export const refundPageSchema = pageOf(refundSchema);
export type RefundPage = z.infer<typeof refundPageSchema>;
export const refundQuerySchema = z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor });
