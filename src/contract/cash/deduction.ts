import * as z from 'zod/mini';
import { amountField, anyAmountField, textField } from '#src/contract/fields.ts';
import { maxDeductions, maxLength } from '#src/contract/limits.ts';

/** Kind of a deduction from a payout: the fee of the place, or another one, which needs a text. */
export const deductionKindSchema = z.enum(['BOOTH', 'OTHER']);
export type DeductionKind = z.infer<typeof deductionKindSchema>;

const deductionCommand = z
  .object({
    kind: deductionKindSchema,
    monto: amountField,
    words: z.optional(textField(maxLength.reason)),
  })
  .check(z.refine(({ kind, words }) => kind === 'BOOTH' || words !== undefined, { path: ['words'] }));
export type DeductionCommand = z.infer<typeof deductionCommand>;

/** descuentos of one stall in a payout; empty for none */
export const deductionsField = z.optional(z.array(deductionCommand).check(z.maxLength(maxDeductions)));

export const deductionSchema = z.object({
  /** Id of its movement. */
  _id: z.string(),
  kind: deductionKindSchema,
  monto: anyAmountField,
  /** Empty for a fee. */
  words: z.string(),
  /** Returned to the stall, which is owed the amount again. */
  voided: z.boolean(),
});
export type Deduction = z.infer<typeof deductionSchema>;
/** Deductions of a payout at its time; empty for older payouts. */
export const deductionListField = z._default(z.array(deductionSchema), []);
