import { createPublicKey, verify } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import type { VerifySignature } from '#src/domain/verify-voucher.ts';

/** ECDSA P-256 over SHA-256, r and s of 32 bytes each. A key or a signature that is none answers false. */
export const verifyP256: VerifySignature = (publicKey, message, signature) => {
  const raw = fromBase64Url(publicKey);
  if (raw?.length !== 65 || raw[0] !== 4 || signature.length !== 64) return Promise.resolve(false);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: toBase64Url(raw.subarray(1, 33)),
    y: toBase64Url(raw.subarray(33)),
  };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return Promise.resolve(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature));
  } catch {
    // Not a point of the curve: nobody can have signed with it.
    return Promise.resolve(false);
  }
};
