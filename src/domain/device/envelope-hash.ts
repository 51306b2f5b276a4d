import type { Envelope } from '#src/contract/devices/envelope.ts';
import { canonicalHash } from './canonical-hash.ts';

type Hashed<Kind> = Kind extends Envelope ? Omit<Kind, 'hash'> : never;

/** An envelope before its hash is known. */
export type UnhashedEnvelope = Hashed<Envelope>;

/**
 * Hash of an envelope without its own `hash`. It covers `prevHash`, so that the operations of a device form a chain: none
 * can be changed or taken out unseen.
 */
export function envelopeHash(envelope: UnhashedEnvelope | Envelope): string {
  const { hash: _hash, ...rest } = { hash: '', ...envelope };
  return canonicalHash(rest);
}
