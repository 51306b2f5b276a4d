import * as z from 'zod/mini';
import { base64UrlField } from './device-fields.ts';

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

/** What was in it: the text of an unsealed file. */
export const openedRescueSchema = z.object({ text: z.string() });
