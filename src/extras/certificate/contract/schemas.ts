import * as z from 'zod/mini';
import { idField } from '#src/contract/fields.ts';

/** A year, or a month of it: "2026", "2026-10". A market names the stall; a stall is its own. */
export const certificateQuerySchema = z.object({
  period: z.string().check(z.regex(/^20\d\d(?:-(?:0[1-9]|1[0-2]))?$/)),
  estanteId: z.optional(idField),
});
export type CertificateQuery = z.infer<typeof certificateQuerySchema>;

/** Constancia de ventas: its whole contents, signed (extras/certificate/domain/sales-certificate.ts). */
export const certificateTextSchema = z.object({ text: z.string() });
export type CertificateText = z.infer<typeof certificateTextSchema>;
