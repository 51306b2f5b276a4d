import * as z from 'zod/mini';
import { balanceField } from '../protocol/fields.ts';
import { type RefusalCode, refusals } from './refusals.ts';

/** Every code of an answer that is not a success, from the table of refusals. */
export const refusalCodes = Object.keys(refusals) as RefusalCode[];
export const refusalCodeSchema = z.enum(refusalCodes);

/**
 * Body of every answer that is not a success. `message` is shown unchanged; `opId` echoes the
 * Idempotency-Key.
 */
export const refusalSchema = z.object({
  message: z.string(),
  code: refusalCodeSchema,
  fields: z.optional(z.record(z.string(), z.string())),
  opId: z.optional(z.string().brand<'OpId', 'inout'>()),
  /** Remaining balance of the voucher, with INSUFFICIENT_BALANCE; smallest unit shown. */
  left: z.optional(balanceField),
});
export type Refusal = z.infer<typeof refusalSchema>;
