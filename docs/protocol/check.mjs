// Checks docs/protocol/vectors.json by docs/protocol.md alone: Node's crypto, and no code of the product.
// node docs/protocol/check.mjs [file]
import { createDecipheriv, createECDH, createHash, createHmac, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const vectors = JSON.parse(readFileSync(process.argv[2] ?? new URL('vectors.json', import.meta.url), 'utf8'));
let checks = 0;
function same(what, got, wanted) {
  checks += 1;
  if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  console.error(`${what}: ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  process.exitCode = 1;
}
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const inOrder = (a, b) => (a < b ? -1 : 1);
const sorted = (value) =>
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
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!value || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort(inOrder);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
};
const without = (value, ...keys) => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** ECDSA P-256 over SHA-256; `point` is 65 bytes raw, the signature r and s of 32 bytes, both base64url. */
function isSigned(point, message, signature) {
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

for (const { value, json, sha256: hash } of vectors.canonical) {
  same('canonical JSON', canonical(value), json);
  same('its hash', sha256(canonical(value)), hash);
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
for (const { uuid, code } of vectors.shortCodes) {
  const bits = BigInt(`0x${uuid.replaceAll('-', '').slice(0, 10)}`).toString(2).padStart(40, '0');
  const letters = bits.match(/.{5}/g).map((five) => alphabet[parseInt(five, 2)]).join('');
  same('short code', `${letters.slice(0, 4)}-${letters.slice(4)}`, code);
}

const uuidBytes = (uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
function readProof(text) {
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
function isValidProof({ text, voucherId, ownerId, publicKey }) {
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
for (const one of vectors.proofs) {
  same(`proof, ${one.name}`, sorted(readProof(one.text).fields), sorted(one.fields));
  same(`proof, ${one.name}: signature`, isValidProof(one), true);
}
for (const one of vectors.badProofs) {
  same(`bad proof, ${one.name}: readable`, readProof(one.text) !== null, one.readable);
  same(`bad proof, ${one.name}: signature`, isValidProof(one), false);
}

for (const { issuedAt, days, dayStartMs, endsAt } of vectors.expiries) {
  const day = Math.floor((issuedAt - dayStartMs) / 86_400_000);
  same('end of a voucher', days === 0 ? null : (day + days + 1) * 86_400_000 + dayStartMs, endsAt);
}

function readList(hex) {
  const bytes = Buffer.from(hex, 'hex');
  const rows = new Map();
  for (let at = 16; at < bytes.length; at += 11) rows.set(bytes.subarray(at, at + 8).toString('hex'), bytes.readUIntBE(at + 8, 3));
  return { magic: bytes.subarray(0, 2).toString(), version: bytes[2], kind: bytes[3], asOf: bytes.readBigUInt64BE(4), count: bytes.readUInt32BE(12), rows };
}
const keyOf = (voucherId) => voucherId.replaceAll('-', '').slice(0, 16);
for (const { hex, lookUps } of Object.values(vectors.lists)) {
  const list = readList(hex);
  same('list head', [list.magic, list.version, list.count], ['MB', 1, list.rows.size]);
  same('list order', [...list.rows.keys()], [...list.rows.keys()].sort(inOrder));
  for (const { voucherId, balance } of lookUps) same('look-up', list.rows.get(keyOf(voucherId)) ?? null, balance);
}
const [whole, changed, merged] = ['full', 'changes', 'merged'].map((name) => readList(vectors.lists[name].hex));
same('kinds of lists', [whole.kind, changed.kind, merged.kind], [0, 1, 0]);
const byKey = (rows) => [...rows].sort(([a], [b]) => inOrder(a, b));
same('merged list', byKey(merged.rows), byKey(new Map([...whole.rows, ...changed.rows])));
same('its time', String(merged.asOf), String(changed.asOf));

const { enrol, certificate } = vectors.texts;
same('enrolment', `mercado/enrol/1\n${enrol.deviceId}\n${enrol.publicKey}\n${enrol.personId}`, enrol.text);
same('enrolment: signature', isSigned(enrol.publicKey, enrol.text, enrol.sig), true);
same('certificate', `mercado/kiosk/1\n${sha256(canonical(without(certificate.certificate, 'sig')))}`, certificate.text);
same('certificate: signature', isSigned(certificate.publicKey, certificate.text, certificate.certificate.sig), true);

let previous = '';
for (const { envelope, devicePublicKey, sig } of vectors.envelopes) {
  same('envelope hash', sha256(canonical(without(envelope, 'hash'))), envelope.hash);
  same('envelope chain', envelope.prevHash, previous);
  same('envelope: device', isSigned(devicePublicKey, `mercado/envelope/1\n${envelope.hash}`, sig), true);
  previous = envelope.hash;
}
const unsigned = ['proof', 'lastSealed', 'heldReceipts', 'written', 'faults'];
const { request, text, publicKey: requester } = vectors.request;
const signed = { ...without(request, ...unsigned), entries: request.entries.map((entry) => without(entry, 'sealed')) };
same('request', `mercado/request/1\n${sha256(canonical(signed))}`, text);
same('request: signature', isSigned(requester, text, request.proof), true);

const sealKey = Buffer.from(vectors.seals.keyHex, 'hex');
const kid = createHash('sha256').update('mercado/seal-key/1\n').update(sealKey).digest('hex').slice(0, 8);
same('seal key id', kid, vectors.seals.kid);
for (const { facts, seal } of vectors.seals.sealed) {
  const { kind, opId, hash, state, code = '' } = facts;
  const sealedText = `mercado/receipt/2\n${canonical([kind, opId, hash, state, code, seal.epoch, seal.position, kid])}`;
  same('seal', createHmac('sha256', sealKey).update(sealedText).digest('base64url'), seal.mac);
}

const { serverPrivateHex, rescueKey, file, plain } = vectors.rescue;
const server = createECDH('prime256v1');
server.setPrivateKey(Buffer.from(serverPrivateHex, 'hex'));
same('rescue key', server.getPublicKey('base64url'), rescueKey);
const point = Buffer.from(file.ephemeral, 'base64url');
const fileKey = Buffer.from(hkdfSync('sha256', server.computeSecret(point), point, 'mercado/rescue-file/1', 32));
const body = Buffer.from(file.body, 'base64url');
const decipher = createDecipheriv('aes-256-gcm', fileKey, Buffer.from(file.iv, 'base64url'));
decipher.setAuthTag(body.subarray(-16));
const opened = JSON.parse(Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]).toString());
same('rescue file', opened, plain);
same('its checksum', sha256(canonical(without(opened, 'checksum'))), opened.checksum);

const minute = 60_000;
const day = 1_440 * minute;
function accept({ price, proof, knownBalance, isForeign, snapshotAsOf, spentHere, acceptedOnVoucher, acceptedOnDevice, limits, now, latestSeen }) {
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
for (const { name, facts, decision } of vectors.acceptances) same(`acceptance, ${name}`, accept(facts), decision);

function settle(price, { voucher, purchase, caps, shortfall }) {
  const review = (reason) => ({ kind: 'review', reason });
  if (purchase !== 'open') return review('JOURNAL_FORK');
  if (!voucher) return { kind: 'wait', code: 'UNKNOWN_VOUCHER' };
  if (!voucher.isOwn) return review('BAD_PROOF');
  const taken = voucher.blocked === 'person' ? 0 : Math.min(voucher.balance, price);
  const missing = price - taken;
  if (missing === 0) return { kind: 'post', plan: { taken, reason: null } };
  if (shortfall.onVoucher + missing > caps.voucherCap || shortfall.onDevice + missing > caps.deviceCap)
    return review('SHORTFALL_LIMIT');
  return { kind: 'post', plan: { taken, reason: voucher.blocked === 'person' ? 'VOUCHER_BLOCKED' : 'SPENT_ELSEWHERE' } };
}
for (const { name, price, facts, decision } of vectors.settlements) same(`settlement, ${name}`, settle(price, facts), decision);

console.log(`${checks} checks${process.exitCode ? ', with differences' : ', no difference'}`);
