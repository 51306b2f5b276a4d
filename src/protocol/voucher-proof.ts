import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import type { MarketId, Pesos, VoucherId } from './brands.ts';

/**
 * The proof in a voucher's code, after its link: "v1." or "v2." and base64url of these bytes. The ids of voucher
 * and owner are in the link; they are signed and not repeated, so that link and proof fit 263 characters.
 *
 *     0      1 server-signed, 2 kiosk-signed
 *     1      key id of the server                1-8   first 8 bytes of the kiosk's device id
 *     2-7    version 2, server-signed only: first 6 bytes of the id of the market that issued it
 *     then   face 5, issued 4 (minutes since 1970), expires 2 (days since 1970, 0 none), offline cap 4, signature 64
 *
 * All numbers big-endian; amounts in the smallest unit shown; a cap of 0 means that only the market's limit applies.
 * Kiosk-signed proofs stay version 1, because the kiosk's certificate names its market.
 */
export type VoucherProof = {
  signer:
    | {
        by: 'server';
        kid: number;
        /** First bytes of the market's id; absent in version 1. */ market?: string;
      }
    | { by: 'kiosk'; devicePrefix: string };
  face: Pesos;
  /** Ms since 1970, whole minutes. */
  issuedAt: number;
  /**
   * Ms since 1970, whole days: the day on which it expires (voucher-validity.ts gives the time); null when it
   * never does.
   */
  expiresAt: number | null;
  offlineCap: Pesos;
};

/** A proof as read from a code: `signature` is P1363, 64 bytes. */
export type SignedVoucherProof = VoucherProof & { signature: Uint8Array<ArrayBuffer> };

type Version = 1 | 2;

const marketBytes = 6;
const signatureBytes = 64;
const factBytes = 15;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns the signed bytes: purpose, the proof's own facts, voucher and owner. */
export function voucherProofMessage(
  proof: VoucherProof,
  ids: { voucherId: VoucherId; ownerId: string },
): Uint8Array<ArrayBuffer> {
  return joined(
    utf8ToBytes(`mercado/voucher/${versionOf(proof)}\n`),
    factsOf(proof),
    uuidBytes(ids.voucherId),
    uuidBytes(ids.ownerId),
  );
}

/** Returns the proof as text for the link's fragment. Throws a `RangeError` unless the signature has 64 bytes. */
export function writeVoucherProof(proof: VoucherProof, signature: Uint8Array): string {
  if (signature.length !== signatureBytes) throw new RangeError('a P-256 signature has 64 bytes');
  return prefixOf(versionOf(proof)) + toBase64Url(joined(factsOf(proof), signature));
}

/** Returns null for an unknown version, or a proof of the wrong length. */
export function readVoucherProof(text: string): SignedVoucherProof | null {
  const version = ([1, 2] as const).find((one) => text.startsWith(prefixOf(one)));
  const bytes = version ? fromBase64Url(text.slice(prefixOf(version).length)) : null;
  const kind = bytes?.[0];
  if (!bytes || (kind !== 1 && kind !== 2) || (kind === 2 && version === 2)) return null;
  const serverBytes = version === 2 ? 1 + marketBytes : 1;
  const signerBytes = kind === 1 ? serverBytes : 8;
  if (bytes.length !== 1 + signerBytes + factBytes + signatureBytes) return null;
  const view = new DataView(bytes.buffer, 1 + signerBytes, factBytes);
  const expiryDay = view.getUint16(9);
  return {
    signer:
      kind === 1
        ? {
            by: 'server',
            kid: bytes[1] ?? 0,
            ...(version === 2 ? { market: hex(bytes.subarray(2, 2 + marketBytes)) } : {}),
          }
        : { by: 'kiosk', devicePrefix: hex(bytes.subarray(1, 9)) },
    face: view.getUint8(0) * 2 ** 32 + view.getUint32(1),
    issuedAt: view.getUint32(5) * minuteMs,
    expiresAt: expiryDay === 0 ? null : expiryDay * dayMs,
    offlineCap: view.getUint32(11),
    signature: bytes.slice(-signatureBytes),
  };
}

/** Returns the first 8 bytes of a device's id, as in a kiosk-signed proof. */
export function devicePrefixOf(deviceId: string): string {
  return hex(uuidBytes(deviceId).subarray(0, 8));
}

/** Returns the market's prefix as in a server-signed proof. */
export function marketPrefixOf(marketId: MarketId): string {
  return hex(uuidBytes(marketId).subarray(0, marketBytes));
}

function versionOf({ signer }: VoucherProof): Version {
  return signer.by === 'server' && signer.market !== undefined ? 2 : 1;
}

function prefixOf(version: Version): string {
  return `v${version}.`;
}

function factsOf(proof: VoucherProof): Uint8Array<ArrayBuffer> {
  const { signer, face, issuedAt, expiresAt, offlineCap } = proof;
  const head =
    signer.by === 'server'
      ? [1, signer.kid, ...fromHex(signer.market ?? '')]
      : [2, ...fromHex(signer.devicePrefix)];
  const bytes = new Uint8Array(head.length + factBytes);
  bytes.set(head);
  const view = new DataView(bytes.buffer, head.length);
  view.setUint8(0, Math.floor(face / 2 ** 32));
  view.setUint32(1, face % 2 ** 32);
  view.setUint32(5, Math.floor(issuedAt / minuteMs));
  view.setUint16(9, expiresAt === null ? 0 : Math.floor(expiresAt / dayMs));
  view.setUint32(11, Math.min(offlineCap, 0xffff_ffff));
  return bytes;
}

function uuidBytes(uuid: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromHex(uuid.replaceAll('-', '')));
}

function fromHex(text: string): number[] {
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Lifetime of vouchers. `days`: whole days after the day of issue; 0 for no expiry. `dayStartMs`: from
 * midnight UTC to the start of the market's day. A voucher expires at such a moment, so that its proof only
 * names a day, and printout, tablet and server agree to the second.
 */
export type VoucherLife = { days: number; dayStartMs: number };

/** Vouchers that never expire. */
export const endless: VoucherLife = { days: 0, dayStartMs: 0 };

/** Returns when a voucher issued at that time expires; null for never. */
export function voucherExpiry(issuedAt: Date, { days, dayStartMs }: VoucherLife): Date | null {
  if (days === 0) return null;
  const issuedOn = Math.floor((issuedAt.getTime() - dayStartMs) / dayMs);
  return new Date((issuedOn + days + 1) * dayMs + dayStartMs);
}

/** Returns when a voucher expires by its proof, which names a day; ms since 1970, null for never. */
export function endOfProof(
  { expiresAt }: { expiresAt: number | null },
  { dayStartMs }: Pick<VoucherLife, 'dayStartMs'>,
): number | null {
  return expiresAt === null ? null : expiresAt + dayStartMs;
}
