import * as z from 'zod/mini';
import { envelopeSchema } from './envelope.ts';
import { purchaseReceiptSchema } from './purchase.ts';
import { refusalSchema } from './refusal-code.ts';
import { topUpReceiptSchema } from './top-up.ts';

/** One call takes at most this many operations of one device, in its order. */
export const maxSyncBatch = 100;

export const syncBatchSchema = z.object({
  envelopes: z.array(envelopeSchema).check(z.minLength(1), z.maxLength(maxSyncBatch)),
});
export type SyncBatch = z.infer<typeof syncBatchSchema>;

/** One result for each operation, whatever became of the others. */
export const syncResultSchema = z.object({
  opId: z.string(),
  purchase: z.optional(purchaseReceiptSchema),
  topUp: z.optional(topUpReceiptSchema),
  refusal: z.optional(refusalSchema),
});
export const syncAnswerSchema = z.object({ results: z.array(syncResultSchema) });
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;
