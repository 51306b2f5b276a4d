import * as z from 'zod/mini';
import { base64UrlField } from '#src/contract/devices/device-fields.ts';
import { syncEntrySchema } from './schemas.ts';

/** The most that a sealed file may hold: some five thousand operations. */
export const rescueFileBytes = 12_000_000;

/**
 * A rescued outbox closed for the server: whoever finds the file reads no name in it. `ephemeral`: public key made for this file
 * alone, raw point of P-256; the key of `body` is HKDF-SHA-256 of what it and the server's key have in common; AES-256-GCM.
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
export type SealedRescue = z.infer<typeof sealedRescueSchema>;

/** An unsent outbox as a file: what is in a sealed one. */
export const outboxFileSchema = z.object({
  kind: z.literal('mercado-outbox'),
  v: z.literal(1),
  deviceId: z.string(),
  deviceName: z.string(),
  exportedAt: z.string(),
  entries: z.array(syncEntrySchema),
  /** canonicalHash of all the rest */
  checksum: z.string(),
});
export type OutboxFile = z.infer<typeof outboxFileSchema>;

/**
 * What became of a delivered file, in numbers alone: whoever carries it reads no name, no sum and no voucher. `waiting`: for another
 * operation or for its person; the same file is brought again later.
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
