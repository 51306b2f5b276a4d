import type { VoucherId } from './brands.ts';
import type { KeySet } from './keys.ts';
import {
  endOfProof,
  devicePrefixOf,
  marketPrefixOf,
  readVoucherProof,
  voucherProofMessage,
  type SignedVoucherProof,
  type VoucherProof,
} from './voucher-proof.ts';

/**
 * ECDSA P-256 over SHA-256. `publicKey`: raw point, base64url. Returns false for anything that cannot be a
 * signature.
 */
export type VerifySignature = (
  publicKey: string,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

/** Why a text proves nothing; the first that holds. */
export type ProofFault =
  | 'MALFORMED'
  | 'UNKNOWN_KEY'
  | 'BAD_SIGNATURE'
  | 'EXPIRED'
  | 'DEVICE_REVOKED'
  | 'CERTIFICATE_EXPIRED'
  | 'BEYOND_CERTIFICATE';

/** `issuedIn`: the issuing market, as marketPrefixOf; null for a version 1 proof, which does not name it. */
export type VerifiedVoucher =
  | { ok: true; proof: VoucherProof; issuedIn: string | null }
  | { ok: false; fault: ProofFault };

/**
 * Checks by the known keys whether `text` proves that the voucher was issued. A proof stops forged, changed
 * and foreign codes. A copy of a valid code is as good as the original, which is why there are limits. `now`:
 * ms since 1970, the server's clock as known. Never throws for a text; `verify` may.
 */
export async function verifyVoucher(
  text: string,
  ids: { voucherId: VoucherId; ownerId: string },
  keys: KeySet,
  now: number,
  verify: VerifySignature,
): Promise<VerifiedVoucher> {
  const proof = readVoucherProof(text);
  if (!proof) return { ok: false, fault: 'MALFORMED' };
  const signer = findSigner(proof, keys, now);
  if ('fault' in signer) return { ok: false, fault: signer.fault };
  if (!(await isProofSigned(proof, ids, signer.publicKey, verify)))
    return { ok: false, fault: 'BAD_SIGNATURE' };
  const endsAt = endOfProof(proof, keys);
  if (endsAt !== null && endsAt <= now) return { ok: false, fault: 'EXPIRED' };
  return { ok: true, proof, issuedIn: signer.issuedIn };
}

/**
 * Returns whether this key signed the proof for this voucher and owner: the part of the check that devices
 * and server share.
 */
export function isProofSigned(
  proof: SignedVoucherProof,
  ids: { voucherId: VoucherId; ownerId: string },
  publicKey: string,
  verify: VerifySignature,
): Promise<boolean> {
  return verify(publicKey, voucherProofMessage(proof, ids), proof.signature);
}

function findSigner(
  { signer, face }: VoucherProof,
  keys: KeySet,
  now: number,
): { publicKey: string; issuedIn: string | null } | { fault: ProofFault } {
  if (signer.by === 'server') {
    // A retired key signs nothing new; its signatures stay valid.
    const key = keys.keys.find(({ kid }) => kid === signer.kid);
    return key ? { publicKey: key.publicKey, issuedIn: signer.market ?? null } : { fault: 'UNKNOWN_KEY' };
  }
  const { devicePrefix } = signer;
  if (keys.revokedDevices.some((id) => devicePrefixOf(id) === devicePrefix))
    return { fault: 'DEVICE_REVOKED' };
  const kiosk = keys.kiosks.find(({ deviceId }) => devicePrefixOf(deviceId) === devicePrefix);
  if (!kiosk) return { fault: 'UNKNOWN_KEY' };
  if (Date.parse(kiosk.notAfter) <= now) return { fault: 'CERTIFICATE_EXPIRED' };
  if (face > kiosk.maxVoucher) return { fault: 'BEYOND_CERTIFICATE' };
  return { publicKey: kiosk.publicKey, issuedIn: marketPrefixOf(kiosk.marketId) };
}
