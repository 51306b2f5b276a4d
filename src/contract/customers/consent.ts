import * as z from 'zod/mini';
import { instantField } from '#src/protocol/fields.ts';

/**
 * aceptación: consent with the version of the notice, the time, and the operator who recorded it. `operator`
 * is empty when customers recorded it themselves.
 */
export const consentSchema = z.object({
  notice: z.string(),
  createAt: instantField,
  operator: z.string(),
  marketName: z.string(),
  how: z.enum(['staff', 'self', 'offline']),
});
export type Consent = z.infer<typeof consentSchema>;
