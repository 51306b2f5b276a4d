import * as z from 'zod/mini';
import { base64UrlField } from '#src/contract/devices/device-fields.ts';
import { syncEntrySchema } from './schemas.ts';

/** Maximum size of a sealed file: about five thousand operations. */
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
export type SealedRescue = z.infer<typeof sealedRescueSchema>;

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
