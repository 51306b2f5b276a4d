import * as z from 'zod/mini';
import { instantField } from '#src/protocol/fields.ts';
import { atMost } from '../fields.ts';

/** Purpose of a market code: enrolling one device, or reissuing one voucher at a till. */
export const marketCodePurposes = ['enrol-stall', 'enrol-top-up', 'reissue'] as const;
export const marketCodePurposeSchema = z.enum(marketCodePurposes);
export type MarketCodePurpose = z.infer<typeof marketCodePurposeSchema>;

export const marketCodeCommandSchema = z.object({ purpose: marketCodePurposeSchema });
export type MarketCodeCommand = z.infer<typeof marketCodeCommandSchema>;

/** código del mercado: valid once, until `expiresAt`. Shown once; only its hash is stored. */
export const marketCodeSchema = z.object({
  /** "7K4M-2QXD" */
  code: z.string(),
  purpose: marketCodePurposeSchema,
  expiresAt: instantField,
  /** For a QR: the address with the code in its fragment; only for codes that enrol. */
  link: z.nullable(z.string()),
});
export type MarketCode = z.infer<typeof marketCodeSchema>;

/** A market code as typed or scanned. */
export const typedMarketCodeField = z.string().check(z.trim(), atMost(20), z.regex(/^[0-9A-Za-z\s-]+$/));
