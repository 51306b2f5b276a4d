import * as z from 'zod/mini';
import { amountField, anyAmountField, textField } from '#src/contract/fields.ts';
import { maxDeductions, maxLength } from '#src/contract/limits.ts';

/** What comes off a payout: the fee of the place, or something else, which needs words. */
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

/** descuentos of one stall in a payout; none: nothing comes off */
export const deductionsField = z.optional(z.array(deductionCommand).check(z.maxLength(maxDeductions)));

export const deductionSchema = z.object({
  /** its movement */
  _id: z.string(),
  kind: deductionKindSchema,
  monto: anyAmountField,
  /** '' for a fee that needs none */
  words: z.string(),
  /** given back: it is owed to the stall again */
  voided: z.boolean(),
});
export type Deduction = z.infer<typeof deductionSchema>;
/** of a payout, as it was made; none before there were any */
export const deductionListField = z._default(z.array(deductionSchema), []);
