import * as z from 'zod/mini';
import { canonicalHash, type Digest } from './canonical-hash.ts';
import { deviceInstantField, idField, opIdField } from './fields.ts';

/**
 * Fields that every envelope has beside its `kind` and `payload`, whatever the operation. Spread into a strict
 * object: an unknown field would be missing from the hash.
 */
export const envelopeFrame = {
  v: z.literal(1),
  /** The operation's id, and permanently its Idempotency-Key. */
  opId: opIdField,
  deviceId: idField,
  /** 1, 2, 3 ... per device without gaps: the order of events, whatever the clock. */
  seq: z.int().check(z.gte(1)),
  /** Person signed in on the device; empty for a holder. */
  operatorId: z.string(),
  /** Device clock, ISO 8601 UTC. */
  occurredAt: deviceInstantField,
  /** Server clock minus device clock at the last contact, ms; 0 before the first. */
  clockOffset: z.int(),
  /** Operation that must be accepted first: a purchase waits for its top-up. */
  after: z.optional(opIdField),
  /** Hash of the device's previous operation; empty for the first. */
  prevHash: z.string(),
  /** SHA-256 over all other fields, by envelopeHash. */
  hash: z.string(),
};

/** An envelope of any kind: the frame around a payload. */
export type FramedOperation = z.infer<z.ZodMiniObject<typeof envelopeFrame>> & {
  kind: string;
  payload: object;
};

/**
 * Returns the hash of an envelope without its own `hash`: hex, 64 digits. It covers `prevHash`, so that a
 * device's operations form a chain in which no change or removal goes unnoticed.
 */
export function envelopeHash(envelope: Omit<FramedOperation, 'hash'>, digest?: Digest): string {
  const { hash: _hash, ...rest } = { hash: '', ...envelope };
  return canonicalHash(rest, digest);
}

/** Maximum operations that a call names as written: more than a kiosk writes in a week offline. */
export const maxWritten = 2_000;
/** Hex digits of an envelope's hash that are sent: 96 bits. */
export const hashStartLength = 24;

/**
 * Numbers of operations that the device has written and the server has not answered, each with the start of
 * its envelope's hash.
 */
export const writtenSchema = z
  .array(
    z.tuple([
      z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
      z.string().check(z.regex(/^[\da-f]{24}$/)),
    ]),
  )
  .check(z.maxLength(maxWritten));
/** Pairs of a journal number and the start of a hash, as parsed. */
export type Written = z.infer<typeof writtenSchema>;
