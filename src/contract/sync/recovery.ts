import * as z from 'zod/mini';
import { refusalCodeSchema } from '#src/contract/refusal-code.ts';
import { deviceTextField, opIdField } from '#src/protocol/fields.ts';
import { receiptSealSchema } from '#src/protocol/recovery.ts';
import { syncEntrySchema } from './schemas.ts';

/** Outcome of the operation in a sealed receipt; `code` for a refusal. */
export const sealedResultSchema = z.object({
  state: z.enum(['accepted', 'settled-with-overspend', 'refused']),
  code: z.optional(refusalCodeSchema),
});
export type SealedResult = z.infer<typeof sealedResultSchema>;

/** Sent beside the envelope of an operation that a server has answered before. */
export const sealedReceiptSchema = z.extend(sealedResultSchema, { seal: receiptSealSchema });

/** A sealed receipt shown without its operation, with the operation's identity and envelope hash. */
export const shownReceiptSchema = z.extend(sealedReceiptSchema, {
  opId: opIdField,
  hash: deviceTextField(64),
});
export type ShownReceipt = z.infer<typeof shownReceiptSchema>;

/** An unsent outbox as a file: the contents of a sealed one. */
export const outboxFileSchema = z.object({
  kind: z.literal('mercado-outbox'),
  v: z.literal(1),
  deviceId: z.string(),
  deviceName: z.string(),
  exportedAt: z.string(),
  entries: z.array(syncEntrySchema),
  /** canonicalHash of all other fields. */
  checksum: z.string(),
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/**
 * Result of a delivered file, as counts only, so that its carrier learns no name, amount or voucher.
 * `waiting`: for another operation or its person; deliver the same file again later.
 */
export const deliveredRescueSchema = z.object({
  deviceName: z.string(),
  total: z.int(),
  done: z.int(),
  review: z.int(),
  refused: z.int(),
  waiting: z.int(),
});
export type DeliveredRescue = z.infer<typeof deliveredRescueSchema>;
