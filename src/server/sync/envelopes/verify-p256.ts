import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';

/**
 * ECDSA P-256 over SHA-256, r and s of 32 bytes each. An invalid key or signature returns false. Runs off the main
 * thread: a batch brings a hundred and fifty signatures, and purchases wait for that thread.
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
 * Keys parsed recently: a batch uses the same two a hundred times, and parsing one takes longer than verifying with it.
 */
const recent = new Map<string, KeyObject | null>();
const mostKept = 1_000;

function keyOf(publicKey: string): KeyObject | null {
  const known = recent.get(publicKey);
  if (known !== undefined) return known;
  const key = readKey(publicKey);
  if (recent.size >= mostKept) recent.clear();
  recent.set(publicKey, key);
  return key;
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

/** Whether `signature` (base64url) over the text is valid for this key. */
export function isSignedBy(
  verify: VerifySignature,
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  return bytes ? verify(publicKey, new TextEncoder().encode(text), bytes) : Promise.resolve(false);
}
