import * as z from 'zod/mini';
import { instantField } from '#src/contract/fields.ts';

/** A customer's complaints and their answers. */
export const keptComplaintsField = z.array(
  z.object({
    createAt: instantField,
    marketName: z.string(),
    code: z.string(),
    place: z.string(),
    reason: z.enum(['NOT_MINE', 'OTHER_AMOUNT', 'TWICE', 'NOT_DELIVERED']),
    words: z.string(),
    stallWords: z.string(),
    answerWords: z.string(),
  }),
);

/** Rows that one extra stores about a customer and another shows, by field of the customer's copy. */
export type KeptOfExtras = { complaints: z.infer<typeof keptComplaintsField> };
