import * as z from 'zod/mini';
import { balanceField } from './fields.ts';
import { type RefusalCode, refusals } from './refusals.ts';

/** Every code that an answer may carry when it is not a success: those of the table of refusals. */
export const refusalCodes = Object.keys(refusals) as RefusalCode[];
export const refusalCodeSchema = z.enum(refusalCodes);

/** The body of every answer that is not a success. `message` is shown as it is; `opId` echoes the Idempotency-Key. */
export const refusalSchema = z.object({
  message: z.string(),
  code: refusalCodeSchema,
  fields: z.optional(z.record(z.string(), z.string())),
  opId: z.optional(z.string().brand<'OpId', 'inout'>()),
  /** of INSUFFICIENT_BALANCE: what is left on the voucher, smallest unit shown */
  left: z.optional(balanceField),
});
export type Refusal = z.infer<typeof refusalSchema>;
