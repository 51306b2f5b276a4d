import * as z from 'zod/mini';
import { atMost, idField, instantField } from '../fields.ts';

/** What a code of the market is for: enrolling one device, replacing one paper at a till, or one top-up of a point whose till is full. */
export const marketCodePurposes = ['enrol-stall', 'enrol-top-up', 'reissue', 'top-up'] as const;
export const marketCodePurposeSchema = z.enum(marketCodePurposes);
export type MarketCodePurpose = z.infer<typeof marketCodePurposeSchema>;

/** `topUpPointId`: for whom, of a code for a top-up and of no other. */
export const marketCodeCommandSchema = z
  .object({ purpose: marketCodePurposeSchema, topUpPointId: z.optional(idField) })
  .check(z.refine(({ purpose, topUpPointId }) => (purpose === 'top-up') === (topUpPointId !== undefined)));
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
