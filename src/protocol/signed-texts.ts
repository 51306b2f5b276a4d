import { canonicalHash, canonicalJson, type Digest } from './canonical-hash.ts';
import type { KioskCertificate } from './keys.ts';
import type { ReceiptSeal } from './recovery.ts';

/**
 * Texts to sign. Each starts with a unique name, so that a signature for one purpose is never valid for
 * another. All signatures: ECDSA P-256 over SHA-256, r and s of 32 bytes each (P1363), base64url.
 */

/** Returns the text that a device signs at its enrolment. `publicKey`: raw P-256 point, base64url. */
export function enrolText(deviceId: string, publicKey: string, personId: string): string {
  return `mercado/enrol/1\n${deviceId}\n${publicKey}\n${personId}`;
}

/** Returns the text that the device signs which wrote the envelope. `hash`: of envelopeHash. */
export function envelopeText(hash: string): string {
  return `mercado/envelope/1\n${hash}`;
}

/**
 * Returns the text that the requesting device signs: a sync or balance-list request without `proof`. It also
 * excludes sealed receipts, which the server signed, operations named as written, and program faults, so that a server that
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

/** Returns the text that an issuing key of the server signs. */
export function certificateText(certificate: Omit<KioskCertificate, 'sig'>): string {
  const { deviceId, marketId, publicKey, notAfter, maxVoucher, kid } = certificate;
  return `mercado/kiosk/1\n${canonicalHash({ deviceId, marketId, publicKey, notAfter, maxVoucher, kid })}`;
}

/**
 * Returns the text of a receipt's seal, over which the server computes its MAC (HMAC-SHA-256, base64url). `hash`: of
 * the envelope; `code`: of a refusal.
 */
export function sealText(
  facts: { kind: string; opId: string; hash: string; state: string; code?: string | undefined },
  { epoch, position, kid }: Omit<ReceiptSeal, 'mac'>,
): string {
  const { kind, opId, hash, state, code = '' } = facts;
  return `mercado/receipt/2\n${canonicalJson([kind, opId, hash, state, code, epoch, position, kid])}`;
}

function withoutProofs(entry: object): object {
  const { sealed: _sealed, ...rest } = entry as { sealed?: unknown };
  return rest;
}
