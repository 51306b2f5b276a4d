import { createPublicKey, verify, type KeyObject, hash } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '#src/protocol/base64url.ts';
import type { Digest } from '#src/protocol/canonical-hash.ts';
import type { VerifySignature } from '#src/protocol/verify-voucher.ts';

/** The platform's digest: a batch needs a hundred hashes, and one of the whole. */
export const sha256: Digest = (text) => hash('sha256', text);

/**
 * ECDSA P-256 over SHA-256, with r and s of 32 bytes each. An invalid key or signature returns false. Runs
 * off the main thread, on which purchases wait: a batch has a hundred and fifty signatures.
 */
export const verifyP256: VerifySignature = async (publicKey, message, signature) => {
  const key = keyOf(publicKey);
  if (key === null || signature.length !== 64) return false;
  return new Promise((resolve) => {
    verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature, (error, isValid) =>
      resolve(error === null && isValid),
    );
  });
};

/**
 * Recently parsed keys. A batch uses the same two a hundred times, and parsing takes longer than verifying.
 * Each is parsed several times: Node locks a key while it verifies, which would block even this thread on the
 * next signature by the same key.
 */
const recent = new Map<string, { keys: readonly KeyObject[]; next: number }>();
const mostKept = 1_000;
const copies = 4;

function keyOf(publicKey: string): KeyObject | null {
  const known = recent.get(publicKey) ?? readCopies(publicKey);
  known.next = (known.next + 1) % copies;
  return known.keys[known.next] ?? null;
}

function readCopies(publicKey: string): { keys: readonly KeyObject[]; next: number } {
  const read = Array.from({ length: copies }, () => readKey(publicKey));
  const known = { keys: read.filter((key) => key !== null), next: 0 };
  if (recent.size >= mostKept) recent.clear();
  recent.set(publicKey, known);
  return known;
}

function readKey(publicKey: string): KeyObject | null {
  const raw = fromBase64Url(publicKey);
  if (raw?.length !== 65 || raw[0] !== 4) return null;
  const x = toBase64Url(raw.subarray(1, 33));
  const y = toBase64Url(raw.subarray(33));
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    // Not a point on the curve: no signature can be valid.
    return null;
  }
}

/** Returns whether `signature` (base64url) over the text is valid for this key. */
export function isSignedBy(
  verify: VerifySignature,
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64url');
  // Canonical encodings only, as in fromBase64Url: otherwise one signature could be two entries.
  if (bytes.toString('base64url') !== signature) return Promise.resolve(false);
  return verify(publicKey, Buffer.from(text), bytes);
}
