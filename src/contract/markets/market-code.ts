import * as z from 'zod/mini';
import { atMost, instantField } from '../fields.ts';

/** What a code of the market is good for: enrolling one device, or replacing one paper at a till. */
export const marketCodePurposes = ['enrol-stall', 'enrol-top-up', 'reissue'] as const;
export const marketCodePurposeSchema = z.enum(marketCodePurposes);
export type MarketCodePurpose = z.infer<typeof marketCodePurposeSchema>;

export const marketCodeCommandSchema = z.object({ purpose: marketCodePurposeSchema });
export type MarketCodeCommand = z.infer<typeof marketCodeCommandSchema>;

/** código del mercado: good once, until `expiresAt`. Shown once; only its hash is kept. */
export const marketCodeSchema = z.object({
  /** "7K4M-2QXD" */
  code: z.string(),
  purpose: marketCodePurposeSchema,
  expiresAt: instantField,
  /** for a QR: the address, and in its fragment the code; only of codes that enrol */
  link: z.nullable(z.string()),
});
export type MarketCode = z.infer<typeof marketCodeSchema>;

/** As somebody types or scans it. */
export const typedMarketCodeField = z.string().check(z.trim(), atMost(20), z.regex(/^[0-9A-Za-z\s-]+$/));
