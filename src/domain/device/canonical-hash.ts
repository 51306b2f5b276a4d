import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Envelope } from '#src/contract/sync/envelope.ts';

/** SHA-256 of the text in UTF-8, hex. */
export type Digest = (text: string) => string;

/** Runs wherever the domain does; a server has its platform's own, which is ten times as fast. */
const portable: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * SHA-256, hex, over the JSON of a value with keys sorted at every level; absent and undefined entries are the same.
 * Synchronous, so that it can be computed inside the transaction that writes an operation.
 */
export function canonicalHash(value: unknown, digest = portable): string {
  return digest(canonicalJson(value));
}

/** The one JSON text of a value: keys sorted at every level. Hashes of it are stored for ever: it never changes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

/** Undefined entries stay: the JSON leaves them out. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sortKeys(entry)]),
  );
}

type Hashed<Kind> = Kind extends Envelope ? Omit<Kind, 'hash'> : never;

/** An envelope before its hash is known. */
export type UnhashedEnvelope = Hashed<Envelope>;

/**
 * Hash of an envelope without its own `hash`. It covers `prevHash`, so that the operations of a device form a chain: none
 * can be changed or taken out unseen.
 */
export function envelopeHash(envelope: UnhashedEnvelope | Envelope, digest = portable): string {
  const { hash: _hash, ...rest } = { hash: '', ...envelope };
  return canonicalHash(rest, digest);
}
