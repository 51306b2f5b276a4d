import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Envelope } from '#src/contract/envelope.ts';

type Hashed<Kind> = Kind extends Envelope ? Omit<Kind, 'hash'> : never;

/** An envelope before its hash is known. */
export type UnhashedEnvelope = Hashed<Envelope>;

/**
 * SHA-256, hex, over the JSON of the envelope with keys sorted at every level and without `hash`. It covers `prevHash`,
 * so that the operations of a device form a chain: none can be changed or taken out unseen. Synchronous, so that it can
 * be computed inside the transaction that writes the operation.
 */
export function envelopeHash(envelope: UnhashedEnvelope | Envelope): string {
  const { hash: _hash, ...rest } = { hash: '', ...envelope };
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(sortKeys(rest)))));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sortKeys(entry)]),
  );
}
