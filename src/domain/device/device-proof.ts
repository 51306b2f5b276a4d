import type { KioskCertificate } from '#src/contract/devices/schemas.ts';
import { canonicalHash, type Digest } from './canonical-hash.ts';

/**
 * Texts to sign. Each starts with a unique name, so that a signature for one purpose is never valid for
 * another. All signatures: ECDSA P-256 over SHA-256, r and s of 32 bytes each (P1363), base64url.
 */

/** Signed by the device at its enrolment. */
export function enrolText(deviceId: string, publicKey: string, personId: string): string {
  return `mercado/enrol/1\n${deviceId}\n${publicKey}\n${personId}`;
}

/** Signed by the device that wrote the envelope. */
export function envelopeText(hash: string): string {
  return `mercado/envelope/1\n${hash}`;
}

/**
 * Signed by the requesting device: a sync or balance-list request without `proof`. It also excludes sealed
 * receipts, which the server signed, operations named as written, and program faults, so that a server that
 * does not know these fields reads the same request.
 */
export function requestText(request: Readonly<Record<string, unknown>>, digest?: Digest): string {
  const {
    proof: _proof,
    lastSealed: _last,
    heldReceipts: _held,
    written: _written,
    faults: _faults,
    ...rest
  } = request;
  const { entries } = rest;
  const signed = Array.isArray(entries) ? { ...rest, entries: entries.map(withoutProofs) } : rest;
  return `mercado/request/1\n${canonicalHash(signed, digest)}`;
}

/** Signed by an issuing key of the server. */
export function certificateText(certificate: Omit<KioskCertificate, 'sig'>): string {
  const { deviceId, marketId, publicKey, notAfter, maxVoucher, kid } = certificate;
  return `mercado/kiosk/1\n${canonicalHash({ deviceId, marketId, publicKey, notAfter, maxVoucher, kid })}`;
}

function withoutProofs(entry: object): object {
  const { sealed: _sealed, ...rest } = entry as { sealed?: unknown };
  return rest;
}

/** Purpose of a sealed rescue file's key, in its derivation on both sides. */
export const rescueInfo = 'mercado/rescue-file/1';
