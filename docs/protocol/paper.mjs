// The encodings and rules of docs/protocol.md, written from that page alone.
import { createHash, createPublicKey, verify } from 'node:crypto';

export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
export const inOrder = (a, b) => (a < b ? -1 : 1);
export const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort(inOrder)
            .map((key) => [key, sorted(value[key])]),
        )
      : value;
/** Written by hand: JavaScript's own objects put "9" before "10". */
export const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!value || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort(inOrder);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
};
export const without = (value, ...keys) => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** ECDSA P-256 over SHA-256; `point` is 65 bytes raw, the signature r and s of 32 bytes, both base64url. */
export function isSigned(point, message, signature) {
  const raw = Buffer.from(point, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33).toString('base64url'),
    },
  });
  return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

export const uuidBytes = (uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
export function readProof(text) {
  const version = /^v([12])\./.exec(text)?.[1];
  const encoded = text.slice(3);
  const bytes = Buffer.from(encoded, 'base64url');
  if (!version || bytes.toString('base64url') !== encoded) return null;
  const kind = bytes[0];
  const signerBytes = kind === 1 ? (version === '2' ? 7 : 1) : kind === 2 && version === '1' ? 8 : 0;
  if (signerBytes === 0 || bytes.length !== 1 + signerBytes + 15 + 64) return null;
  const at = 1 + signerBytes;
  const day = bytes.readUInt16BE(at + 9);
  const signer =
    kind === 2
      ? { by: 'kiosk', devicePrefix: bytes.subarray(1, 9).toString('hex') }
      : {
          by: 'server',
          kid: bytes[1],
          ...(version === '2' ? { market: bytes.subarray(2, 8).toString('hex') } : {}),
        };
  return {
    facts: bytes.subarray(0, -64),
    signature: bytes.subarray(-64).toString('base64url'),
    version,
    fields: {
      signer,
      face: bytes[at] * 2 ** 32 + bytes.readUInt32BE(at + 1),
      issuedAt: bytes.readUInt32BE(at + 5) * 60_000,
      expiresAt: day === 0 ? null : day * 86_400_000,
      offlineCap: bytes.readUInt32BE(at + 11),
    },
  };
}
export function isValidProof({ text, voucherId, ownerId, publicKey }) {
  const proof = readProof(text);
  if (!proof) return false;
  const message = Buffer.concat([
    Buffer.from(`mercado/voucher/${proof.version}\n`),
    proof.facts,
    uuidBytes(voucherId),
    uuidBytes(ownerId),
  ]);
  return isSigned(publicKey, message, proof.signature);
}
export const prefixOf = (id) => id.replaceAll('-', '').slice(0, 16);
export function verdictOf({ text, voucherId, ownerId, keySet, now }) {
  const proof = readProof(text);
  if (!proof) return 'MALFORMED';
  const { signer, face, expiresAt } = proof.fields;
  let publicKey;
  if (signer.by === 'server') publicKey = keySet.keys.find(({ kid }) => kid === signer.kid)?.publicKey;
  else {
    if (keySet.revokedDevices.some((id) => prefixOf(id) === signer.devicePrefix)) return 'DEVICE_REVOKED';
    const kiosk = keySet.kiosks.find(({ deviceId }) => prefixOf(deviceId) === signer.devicePrefix);
    if (kiosk && Date.parse(kiosk.notAfter) <= now) return 'CERTIFICATE_EXPIRED';
    if (kiosk && face > kiosk.maxVoucher) return 'BEYOND_CERTIFICATE';
    publicKey = kiosk?.publicKey;
  }
  if (publicKey === undefined) return 'UNKNOWN_KEY';
  if (!isValidProof({ text, voucherId, ownerId, publicKey })) return 'BAD_SIGNATURE';
  return expiresAt !== null && expiresAt + keySet.dayStartMs <= now ? 'EXPIRED' : 'valid';
}
export function readList(hex) {
  const bytes = Buffer.from(hex, 'hex');
  const rows = new Map();
  for (let at = 16; at < bytes.length; at += 11) rows.set(bytes.subarray(at, at + 8).toString('hex'), bytes.readUIntBE(at + 8, 3));
  return { magic: bytes.subarray(0, 2).toString(), version: bytes[2], kind: bytes[3], asOf: bytes.readBigUInt64BE(4), count: bytes.readUInt32BE(12), rows };
}
export const unsigned = ['proof', 'lastSealed', 'heldReceipts', 'written', 'faults'];

export const minute = 60_000;
export const day = 1_440 * minute;
export function accept({ price, proof, knownBalance, isForeign, snapshotAsOf, spentHere, acceptedOnVoucher, acceptedOnDevice, limits, now, latestSeen }) {
  const no = (reason, most = 0) => ({ accept: false, reason, most: Math.max(0, most) });
  if (snapshotAsOf === null) return no('NO_LIST');
  if (now + 5_000 < latestSeen) return no('CLOCK_BEHIND');
  if (now - snapshotAsOf > limits.snapshotHours * 60 * minute) return no('LIST_TOO_OLD');
  if (!proof) return no('NO_PROOF');
  const unlisted = knownBalance === null;
  const foreignCap = unlisted && isForeign ? (limits.foreignVoucher ?? 0) : Infinity;
  if (foreignCap === 0) return no('FOREIGN_VOUCHER');
  const named = proof.by === 'server' ? 5 * minute : 14 * day - 5 * minute;
  if (unlisted && !isForeign && proof.issuedAt + named < snapshotAsOf) return no('NOT_IN_LIST');
  if (knownBalance === 0) return no('SPENT_OR_BLOCKED');
  const unspent = Math.min(knownBalance ?? proof.face, proof.face) - spentHere;
  const cap = proof.offlineCap === 0 ? limits.perVoucher : Math.min(limits.perVoucher, proof.offlineCap);
  const onVoucher = Math.min(cap, foreignCap) - acceptedOnVoucher;
  const onDevice = limits.perDevice - acceptedOnDevice;
  const most = Math.min(unspent, onVoucher, onDevice);
  if (price <= most) return { accept: true };
  if (price > unspent) return no('NOT_ENOUGH_KNOWN', most);
  if (price <= onVoucher) return no('DEVICE_LIMIT', most);
  return no(foreignCap < cap ? 'FOREIGN_VOUCHER' : 'VOUCHER_LIMIT', most);
}
