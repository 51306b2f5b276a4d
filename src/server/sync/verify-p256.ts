import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import type { VerifySignature } from '#src/domain/verify-voucher.ts';

/**
 * ECDSA P-256 over SHA-256, r and s of 32 bytes each. A key or a signature that is none answers false. Apart from the
 * process's own thread: a batch brings a hundred and fifty, and sales wait for that thread.
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

/** Keys that were used lately: a batch asks a hundred times for the same two, and reading one takes longer than using it. */
const lately = new Map<string, KeyObject | null>();
const mostKept = 1_000;

function keyOf(publicKey: string): KeyObject | null {
  const held = lately.get(publicKey);
  if (held !== undefined) return held;
  const key = readKey(publicKey);
  if (lately.size >= mostKept) lately.clear();
  lately.set(publicKey, key);
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
    // Not a point of the curve: nobody can have signed with it.
    return null;
  }
}

/** Whether `signature` (base64url) is this key's over the text. */
export function isSignedBy(
  verify: VerifySignature,
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  return bytes ? verify(publicKey, new TextEncoder().encode(text), bytes) : Promise.resolve(false);
}
