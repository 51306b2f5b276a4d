import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64Url } from '#src/protocol/base64url.ts';
import type { Random } from './random.ts';

/**
 * Signatures for a simulated world: as unforgeable inside it as real ones, the same for the same seed, and
 * fast. Real keys are tested with the proofs' vectors and in the browser.
 */
export type FakeKeys = {
  /** Returns the public key. */
  create(): string;
  sign(publicKey: string, message: Uint8Array): Uint8Array<ArrayBuffer>;
  verify(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean;
};

export function createFakeKeys(random: Random): FakeKeys {
  const secrets = new Map<string, Uint8Array>();
  const keys: FakeKeys = {
    create: () => {
      const secret = utf8ToBytes(random.uuid());
      const publicKey = toBase64Url(concatBytes(new Uint8Array([4]), sha256(secret), sha256(secret)));
      secrets.set(publicKey, secret);
      return publicKey;
    },
    sign: (publicKey, message) => {
      const secret = secrets.get(publicKey);
      if (!secret) throw new Error('nobody has this key');
      const half = sha256(concatBytes(secret, message));
      return new Uint8Array(concatBytes(half, half));
    },
    verify: (publicKey, message, signature) =>
      secrets.has(publicKey) && areEqual(keys.sign(publicKey, message), signature),
  };
  return keys;
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
