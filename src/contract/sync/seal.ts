import * as z from 'zod/mini';
import { deviceTextField, opIdField } from '#src/contract/devices/device-fields.ts';
import { refusalCodeSchema } from '#src/contract/refusal-code.ts';

/** Maximum receipts that a call reports. */
export const maxHeldReceipts = 50;

const seqField = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));

/**
 * The server's seal on a receipt: a MAC by a key kept outside the database. It proves a device's answer to a
 * server that was restored from an older copy. `epoch`: number of the database's life, larger after each
 * restore. `position`: place in the order of commits, including the operation. `kid`: the key.
 */
export const receiptSealSchema = z.object({
  epoch: z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
  position: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  kid: deviceTextField(16),
  mac: deviceTextField(64),
});
export type ReceiptSeal = z.infer<typeof receiptSealSchema>;

/** Outcome of the operation in a sealed receipt; `code` for a refusal. */
export const sealedOutcomeSchema = z.object({
  state: z.enum(['accepted', 'settled-with-overspend', 'refused']),
  code: z.optional(refusalCodeSchema),
});
export type SealedOutcome = z.infer<typeof sealedOutcomeSchema>;

/** Sent beside the envelope of an operation that a server has answered before. */
export const sealedReceiptSchema = z.extend(sealedOutcomeSchema, { seal: receiptSealSchema });

/** A sealed receipt shown without its operation, with the operation's identity and envelope hash. */
export const shownReceiptSchema = z.extend(sealedReceiptSchema, {
  opId: opIdField,
  hash: deviceTextField(64),
});
export type ShownReceipt = z.infer<typeof shownReceiptSchema>;

/**
 * Journal numbers of the newest sealed receipts of the epoch that the device knows. The server requests the
 * operations of which it has no receipt or another outcome, and the device shows their seals.
 */
export const heldReceiptsSchema = z.object({
  accepted: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
  refused: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
});
export type HeldReceipts = z.infer<typeof heldReceiptsSchema>;

/** Position up to which a checked and kept copy is complete; absent when this server makes no copies. */
export const keptCopySchema = z.object({ epoch: z.int(), position: z.int() });
export type KeptCopy = z.infer<typeof keptCopySchema>;
