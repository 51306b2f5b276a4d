import * as z from 'zod/mini';
import { amountField, anyAmountField, idField, instantField, textField } from '#src/contract/fields.ts';
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

/** devolver un descuento: whole, once; what it was is owed to the stall again */
export const deductionVoidCommandSchema = z.object({ id: idField, reason: textField(maxLength.reason) });
export type DeductionVoidCommand = z.infer<typeof deductionVoidCommandSchema>;

export const deductionVoidSchema = z.object({
  _id: z.string(),
  estanteId: z.string(),
  estanteName: z.string(),
  monto: anyAmountField,
  /** what the stall is owed after it */
  owed: anyAmountField,
  reason: z.string(),
  createAt: instantField,
});
export type DeductionVoid = z.infer<typeof deductionVoidSchema>;
