import * as z from 'zod/mini';
import { instantField } from '#src/contract/fields.ts';

/** aceptación: who said yes to which words, when, and who wrote it down. `operator` empty: the customers themselves. */
export const consentSchema = z.object({
  notice: z.string(),
  createAt: instantField,
  operator: z.string(),
  marketName: z.string(),
  how: z.enum(['staff', 'self', 'offline']),
});
export type Consent = z.infer<typeof consentSchema>;
