import * as z from 'zod/mini';
import { base64UrlField, deviceInstantField, deviceTextField } from '#src/contract/devices/device-fields.ts';
import { keySetSchema } from '#src/contract/devices/schemas.ts';
import { idField } from '#src/contract/fields.ts';
import { syncAnswerFrameSchema, syncAnswerSchema, syncRequestSchema } from './schemas.ts';

/**
 * Letters: the calls of a device without a link, and the server's answer, as two sealed files that any phone
 * carries (docs/decisions/0099).
 */

/** Maximum size of a letter's file: the calls of about 2,000 operations. */
export const letterBytes = 3_000_000;
/** Maximum calls in a letter. A device with more operations sends the oldest. */
export const mostLetterCalls = 20;
/** Maximum size of an answer's file: a list of 100,000 balances and the results of a full letter. */
export const letterAnswerBytes = 6_000_000;

const positiveField = z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));
const deviceNameField = z.string().check(z.maxLength(60));

/**
 * A letter as carried. `ephemeral`: public key generated for this file, raw P-256 point. The key of `body` is
 * HKDF-SHA-256 of the secret shared with the server's key; AES-256-GCM. The name and the time, which nothing
 * relies on, help its carrier to tell letters apart.
 */
export const sealedLetterSchema = z.object({
  kind: z.literal('mercado-carta'),
  v: z.literal(1),
  deviceName: deviceNameField,
  madeAt: deviceInstantField,
  ephemeral: base64UrlField(200),
  iv: base64UrlField(40),
  body: base64UrlField(letterBytes),
});
export type SealedLetter = z.infer<typeof sealedLetterSchema>;

/** Contents of a letter: calls of one device, each signed as it is over a link. */
export const letterSchema = z.object({
  v: z.literal(1),
  deviceId: idField,
  /** Counts the device's letters from 1; the answer names it. */
  number: positiveField,
  /** The device's key for answers, raw P-256 point; only this device opens what is sealed for it. */
  answerKey: base64UrlField(100),
  /** Newest epoch that the device knows; 0 for none. */
  epoch: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  requests: z.array(syncRequestSchema).check(z.minLength(1), z.maxLength(mostLetterCalls)),
  /** The device's signature of letterText (domain/device/device-proof.ts). */
  proof: deviceTextField(100),
});
export type Letter = z.infer<typeof letterSchema>;

/**
 * An answer as carried. The key of `body` is HKDF-SHA-256 of the secret that the server's key and the letter's
 * `answerKey` share, with `salt`; AES-256-GCM. So it is from this server, for this device.
 */
export const sealedLetterAnswerSchema = z.object({
  kind: z.literal('mercado-respuesta'),
  v: z.literal(1),
  deviceName: deviceNameField,
  madeAt: deviceInstantField,
  salt: base64UrlField(60),
  iv: base64UrlField(40),
  body: base64UrlField(letterAnswerBytes),
});
export type SealedLetterAnswer = z.infer<typeof sealedLetterAnswerSchema>;

/** Contents of an answer: what the device would have received over a link at `asOf`. */
export const letterAnswerSchema = z.object({
  v: z.literal(1),
  deviceId: idField,
  /** Number of the letter that it answers. */
  letter: positiveField,
  /** Server clock, ms since 1970: of the list, or of the answer when there is none. */
  asOf: positiveField,
  /** One answer for each call of the letter, in its order. */
  answers: z.array(syncAnswerSchema),
  keys: keySetSchema,
  /** Full list of balances, base64url (domain/voucher/balance-snapshot.ts); absent for a revoked device. */
  list: z.optional(base64UrlField(letterAnswerBytes)),
  /** Issuing key that signed letterAnswerText. */
  kid: z.int(),
  sig: deviceTextField(100),
});
export type LetterAnswer = z.infer<typeof letterAnswerSchema>;

/** The answer as a device reads it: parts of a later version are parsed by readSyncAnswer. */
export const letterAnswerFrameSchema = z.extend(letterAnswerSchema, {
  answers: z.array(syncAnswerFrameSchema),
});
