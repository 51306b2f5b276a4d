import * as z from 'zod/mini';
import { deviceTextField, base64UrlField } from './fields.ts';

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
/** A seal as parsed: numbers, and two texts of printable characters. */
export type ReceiptSeal = z.infer<typeof receiptSealSchema>;

/**
 * Journal numbers of the newest sealed receipts of the epoch that the device knows. The server requests the
 * operations of which it has no receipt or another outcome, and the device shows their seals.
 */
export const heldReceiptsSchema = z.object({
  accepted: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
  refused: z.array(seqField).check(z.maxLength(maxHeldReceipts)),
});
/** Two lists of at most `maxHeldReceipts` journal numbers. */
export type HeldReceipts = z.infer<typeof heldReceiptsSchema>;

/** Position up to which a checked and kept copy is complete; absent when this server makes no copies. */
export const keptCopySchema = z.object({ epoch: z.int(), position: z.int() });
/** The copy as parsed: two numbers, as in a seal. */
export type KeptCopy = z.infer<typeof keptCopySchema>;

/** Purpose of a sealed rescue file's key, in its derivation on both sides. */
export const rescueInfo = 'mercado/rescue-file/1';

/** Maximum size of a sealed file, bytes: about five thousand operations. */
export const rescueFileBytes = 12_000_000;

/**
 * A rescued outbox sealed for the server, so that a finder of the file reads no names. `ephemeral`: public
 * key generated for this file, raw P-256 point. The key of `body` is HKDF-SHA-256 of the secret shared with
 * the server's key; AES-256-GCM.
 */
export const sealedRescueSchema = z.object({
  kind: z.literal('mercado-outbox'),
  v: z.literal(2),
  deviceName: z.string().check(z.maxLength(60)),
  exportedAt: z.string().check(z.maxLength(40)),
  ephemeral: base64UrlField(200),
  iv: base64UrlField(40),
  body: base64UrlField(rescueFileBytes),
});
/** The file as parsed, still sealed. */
export type SealedRescue = z.infer<typeof sealedRescueSchema>;
