import * as z from 'zod/mini';
import { deviceTextField, opIdField } from '#src/contract/devices/device-fields.ts';
import { refusalCodeSchema } from '#src/contract/refusal-code.ts';

/** A call reports at most this many receipts. */
export const maxHeldReceipts = 50;

const seqField = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));

/**
 * The server's seal on a receipt: a MAC by a key that is kept outside of the database, so that what a device was told can
 * be proved to a server that was put back to a copy of before. `epoch`: the life of the database, a larger number after
 * each restore. `position`: how far the order of commits had come, the operation included. `kid`: which key.
 */
export const receiptSealSchema = z.object({
  epoch: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
  position: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  kid: deviceTextField(16),
  mac: deviceTextField(64),
});
export type ReceiptSeal = z.infer<typeof receiptSealSchema>;

/** What a sealed receipt says came of the operation; `code` when it was refused. */
export const sealedOutcomeSchema = z.object({
  state: z.enum(['accepted', 'settled-with-overspend', 'refused']),
  code: z.optional(refusalCodeSchema),
});
export type SealedOutcome = z.infer<typeof sealedOutcomeSchema>;

/** Beside the envelope of an operation that a server has answered before. */
export const sealedReceiptSchema = z.extend(sealedOutcomeSchema, { seal: receiptSealSchema });

/** A sealed receipt by itself, with what it is about: the operation, and the hash of its envelope. */
export const shownReceiptSchema = z.extend(sealedReceiptSchema, {
  opId: opIdField,
  hash: deviceTextField(64),
});
export type ShownReceipt = z.infer<typeof shownReceiptSchema>;

/**
 * Journal numbers of the newest sealed receipts of the epoch that the device knows. The server requests the operations of which it has no
 * receipt or another outcome, and the device shows their seals.
 */
export const heldReceiptsSchema = z.object({
  accepted: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
  refused: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
});
export type HeldReceipts = z.infer<typeof heldReceiptsSchema>;

/** Up to where a copy that was checked and kept holds everything; absent: this server makes no copies. */
export const keptCopySchema = z.object({ epoch: z.int(), position: z.int() });
export type KeptCopy = z.infer<typeof keptCopySchema>;
