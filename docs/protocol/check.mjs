// Checks docs/protocol/vectors.json by docs/protocol.md alone: Node's crypto, and no code of the product.
// node docs/protocol/check.mjs [file]
// With the address of a running demo it also plays a day there, as two stalls and a kiosk.
// node docs/protocol/check.mjs http://127.0.0.1:3000
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';

const given = process.argv[2] ?? '';
const demo = /^https?:/.test(given) ? given.replace(/\/$/, '') : null;
const file = given === '' || demo ? new URL('vectors.json', import.meta.url) : given;
const vectors = JSON.parse(readFileSync(file, 'utf8'));
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

const prefixOf = (id) => id.replaceAll('-', '').slice(0, 16);
function verdictOf({ text, voucherId, ownerId, keySet, now }) {
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
for (const one of vectors.verdicts) same(`verdict, ${one.name}`, verdictOf(one), one.verdict);

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
for (const { hex, lookUps } of Object.values(vectors.lists)) {
  const list = readList(hex);
  same('list head', [list.magic, list.version, list.count], ['MB', 1, list.rows.size]);
  same('list order', [...list.rows.keys()], [...list.rows.keys()].sort(inOrder));
  for (const { voucherId, balance } of lookUps) same('look-up', list.rows.get(prefixOf(voucherId)) ?? null, balance);
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

const { serverPrivateHex, rescueKey, file: sealedFile, plain } = vectors.rescue;
const server = createECDH('prime256v1');
server.setPrivateKey(Buffer.from(serverPrivateHex, 'hex'));
same('rescue key', server.getPublicKey('base64url'), rescueKey);
const point = Buffer.from(sealedFile.ephemeral, 'base64url');
const fileKey = Buffer.from(hkdfSync('sha256', server.computeSecret(point), point, 'mercado/rescue-file/1', 32));
const body = Buffer.from(sealedFile.body, 'base64url');
const decipher = createDecipheriv('aes-256-gcm', fileKey, Buffer.from(sealedFile.iv, 'base64url'));
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

function issue({ monto, certificate, issuedHere, limits, tillRoom, now, latestSeen }) {
  const no = (reason, most = 0) => ({ issue: false, reason, most: Math.max(0, most) });
  if (!certificate) return no('NO_CERTIFICATE');
  if (now < latestSeen) return no('CLOCK_BEHIND');
  if (certificate.notAfter <= now) return no('CERTIFICATE_OVER');
  const each = Math.min(limits.kioskVoucher, certificate.maxVoucher);
  const left = limits.kioskTotal - issuedHere;
  const most = Math.min(each, left, tillRoom ?? Infinity);
  if (monto <= most) return { issue: true };
  if (monto > each) return no('KIOSK_VOUCHER_LIMIT', most);
  return no(monto > left ? 'KIOSK_TOTAL_LIMIT' : 'TILL_FULL', most);
}
for (const { name, facts, decision } of vectors.issues) same(`issue, ${name}`, issue(facts), decision);

function settle(price, { voucher, purchase, caps, creditLeft, shortfall }) {
  const review = (reason) => ({ kind: 'review', reason });
  if (purchase !== 'open') return review('JOURNAL_FORK');
  if (!voucher) return { kind: 'wait', code: 'UNKNOWN_VOUCHER' };
  if (!voucher.isOwn) return review('BAD_PROOF');
  const taken = voucher.blocked === 'person' ? 0 : Math.min(voucher.balance, price);
  if (creditLeft !== null && taken > creditLeft) return review('CLEARING_LIMIT');
  const missing = price - taken;
  if (missing === 0) return { kind: 'post', plan: { taken, reason: null } };
  if (shortfall.onVoucher + missing > caps.voucherCap || shortfall.onDevice + missing > caps.deviceCap)
    return review('SHORTFALL_LIMIT');
  return { kind: 'post', plan: { taken, reason: voucher.blocked === 'person' ? 'VOUCHER_BLOCKED' : 'SPENT_ELSEWHERE' } };
}
for (const { name, price, facts, decision } of vectors.settlements) same(`settlement, ${name}`, settle(price, facts), decision);

/** Makes one call; returns its status, and the body as JSON or bytes. */
async function call(method, path, { body, token } = {}) {
  const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${demo}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()) };
}
async function signIn(email, password, userType) {
  const { body } = await call('POST', '/auth/login', { body: { email, password, userType } });
  const { sub } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
  return { id: sub, token: body.token };
}

class Device {
  id = randomUUID();
  seq = 0;
  head = '';
  clockOffset = 0;
  listAsOf = 0;
  constructor(person) {
    this.person = person;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    this.publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');
  }
  sign(message) {
    return sign('sha256', Buffer.from(message), { key: this.key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  }
  async enrol(market) {
    const { id, publicKey, person } = this;
    const proof = this.sign(`mercado/enrol/1\n${id}\n${publicKey}\n${person.id}`);
    const body = { deviceId: id, name: 'Del papel', publicKey, proof };
    const asked = await call('POST', '/devices/enroll', { body, token: person.token });
    same('enrol', asked.status, 201);
    same('before the approval', (await this.send([])).body.code, 'DEVICE_WAITING');
    const { digits } = asked.body.operators.find(({ _id }) => _id === person.id);
    const target = { id, operatorId: person.id, digits };
    same('approve', (await call('POST', '/devices/approve', { body: target, token: market.token })).status, 200);
    await this.sync([]);
  }
  write(kind, payload, { after, registration } = {}) {
    const unhashed = {
      v: 1, opId: randomUUID(), deviceId: this.id, seq: this.seq + 1, operatorId: this.person.id, occurredAt: new Date().toISOString(),
      clockOffset: this.clockOffset, after, kind, payload, prevHash: this.head,
    };
    const envelope = { ...unhashed, hash: sha256(canonical(unhashed)) };
    this.seq += 1;
    this.head = envelope.hash;
    return { envelope, sig: this.sign(`mercado/envelope/1\n${envelope.hash}`), ...(registration ? { registration } : {}) };
  }
  /** A sale by the last list, or by the proof alone. */
  writeAcceptedSale(sale, { knownBalance, proof, spentHere = 0, deviceOpen = 0 }) {
    const purchase = this.write('purchase', { ...sale, by: 'stall' });
    const claim = { limitsVersion: this.limits.version, snapshotAsOf: this.listAsOf, knownBalance, spentHere, deviceOpen, proof };
    return [purchase, this.write('acceptance', { purchaseOpId: purchase.envelope.opId, ...sale, ...claim })];
  }
  send(entries, change = {}) {
    const body = {
      v: 1, deviceId: this.id, sentAt: new Date().toISOString(),
      journal: { lastSeq: this.seq, headHash: this.head, openCount: entries.length, openSum: 0 },
      health: { appVersion: 'paper', storage: 'none', snapshotAsOf: this.listAsOf }, entries, ...change,
    };
    const signed = { ...without(body, ...unsigned), entries: entries.map((entry) => without(entry, 'sealed')) };
    return call('POST', '/sync', { body: { proof: this.sign(`mercado/request/1\n${sha256(canonical(signed))}`), ...body } });
  }
  async sync(entries) {
    const { status, body } = await this.send(entries);
    same('sync', status, 200);
    this.clockOffset = Date.parse(body.serverTime) - Date.now();
    this.limits = body.limits;
    // Operations that the server has not recorded are to be sent again.
    const again = entries.filter((_, n) => body.results[n].state === 'again').map(({ envelope }) => envelope.seq);
    same('journal at the server', [body.device.ackSeq, body.device.missing], [this.seq, again]);
    return body.results;
  }
  async states(entries) {
    return (await this.sync(entries)).map(({ state, reason, refusal }) => [state, reason ?? refusal?.code].filter(Boolean).join(' '));
  }
  async fetchList(since = 0) {
    const body = { deviceId: this.id, sentAt: new Date().toISOString(), since };
    const proof = this.sign(`mercado/request/1\n${sha256(canonical(body))}`);
    const list = readList((await call('POST', '/sync/snapshot', { body: { ...body, proof } })).body.toString('hex'));
    this.listAsOf = Number(list.asOf);
    return list;
  }
}

function kioskProof(kiosk, voucherId, ownerId, face, { days, dayStartMs }) {
  const bytes = Buffer.alloc(24);
  const now = Date.now() + kiosk.clockOffset;
  bytes[0] = 2;
  uuidBytes(kiosk.id).copy(bytes, 1, 0, 8);
  bytes.writeUIntBE(face, 9, 5);
  bytes.writeUInt32BE(Math.floor(now / minute), 14);
  bytes.writeUInt16BE(days === 0 ? 0 : Math.floor((now - dayStartMs) / day) + days + 1, 18);
  const message = Buffer.concat([Buffer.from('mercado/voucher/1\n'), bytes, uuidBytes(voucherId), uuidBytes(ownerId)]);
  return `v1.${Buffer.concat([bytes, Buffer.from(kiosk.sign(message), 'base64url')]).toString('base64url')}`;
}

async function playDay() {
  const nonce = randomUUID();
  same('health', (await call('GET', `/health?nonce=${nonce}`)).body.nonce, nonce);
  const page = await (await fetch(`${demo}/demo`)).text();
  const facts = /<meta name="demo" content="([^"]*)"/.exec(page)[1].replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const { emails, password } = JSON.parse(facts);
  const market = await signIn(emails.market, password, 'GLOBAL_MARKET');
  const kiosk = new Device(await signIn(emails.point, password, 'RECARGA'));
  const [stall, other] = [
    new Device(await signIn(emails.stall, password, 'ESTANTE')),
    new Device(await signIn(emails.otherStall, password, 'ESTANTE')),
  ];
  for (const device of [kiosk, stall, other]) await device.enrol(market);
  const keySet = (await call('GET', '/sync/keys')).body;
  const own = keySet.kiosks.find(({ deviceId }) => deviceId === kiosk.id);
  const issuer = keySet.keys.find(({ kid }) => kid === own.kid);
  same('own certificate', isSigned(issuer.publicKey, `mercado/kiosk/1\n${sha256(canonical(without(own, 'sig')))}`, own.sig), true);

  // A new customer and a top-up, and the code that the server signs for it.
  const registration = { ownerName: 'luz del papel', identificacion: String(10 ** 9 + Math.floor(Math.random() * 10 ** 9)) };
  const owner = randomUUID();
  const registered = kiosk.write('customer', { clientId: owner, dataHash: sha256(canonical(registration)) }, { registration });
  const topUp = (monto, uuid, clientId = owner) => kiosk.write('top-up', { monto, uuid, clientId }, { after: registered.envelope.opId });
  const [paper, unsent, second] = [randomUUID(), randomUUID(), randomUUID()];
  const first = topUp(50_000, paper);
  const [, made] = await kiosk.sync([registered, first]);
  same('top-up', made.state, 'accepted');
  const link = new URL(made.topUp.urlCodeQr);
  const printed = { text: link.hash.slice(1), voucherId: link.searchParams.get('codeQrId'), ownerId: link.searchParams.get('userId') };
  same('its code', [printed.voucherId, printed.ownerId], [paper, owner]);
  same('its verdict', verdictOf({ ...printed, keySet, now: Date.now() + kiosk.clockOffset }), 'valid');

  // With a link, withdrawn, repeated, changed.
  const sale = (price, codeQrUuid = paper, at = stall) => ({ userId: owner, estanteId: at.person.id, codeQrUuid, price });
  const lines = [{ name: 'Papa', unit: 'libra', quantity: 1500, amount: 12_000 }];
  const bought = stall.write('purchase', { ...sale(12_000), by: 'stall', lines });
  same('sale', (await stall.sync([bought]))[0].purchase.nuevoSaldo, 38_000);
  same('the same again', (await stall.sync([bought]))[0].purchase.nuevoSaldo, 38_000);
  const never = stall.write('purchase', { ...sale(1_000), by: 'stall' });
  const taken = stall.write('withdrawal', { purchaseOpId: never.envelope.opId, ...sale(1_000) });
  same('withdrawal', await stall.states([never, taken]), ['refused WITHDRAWN', 'accepted']);
  const forged = { ...bought.envelope, payload: { ...bought.envelope.payload, price: 1 } };
  const changed = { ...forged, hash: sha256(canonical(without(forged, 'hash'))) };
  same('another body', await stall.states([{ envelope: changed, sig: stall.sign(`mercado/envelope/1\n${changed.hash}`) }]), ['refused KEY_REUSED']);
  same('an envelope with another field', await stall.states([{ envelope: { ...bought.envelope, later: 1 }, sig: '' }]), ['unreadable']);
  same('an unknown field', (await stall.send([], { later: 1 })).body.code, 'INVALID_REQUEST');
  same('a wrong signature', (await stall.send([], { proof: stall.sign('x') })).body.code, 'DEVICE_PROOF_INVALID');

  // Without a link, by the list: covered, and spent elsewhere meanwhile.
  const list = await stall.fetchList();
  const knownBalance = list.rows.get(prefixOf(paper));
  same('list', knownBalance, 38_000);
  const judged = (price, change = {}) =>
    accept({
      price, proof: { by: 'server', face: 50_000, issuedAt: Date.now() - minute, offlineCap: 0 }, knownBalance, isForeign: false, snapshotAsOf: stall.listAsOf,
      spentHere: 0, acceptedOnVoucher: 0, acceptedOnDevice: 0, limits: stall.limits, now: Date.now(), latestSeen: Date.now(), ...change,
    });
  same('by the rule', [judged(8_000), judged(40_000).reason], [{ accept: true }, 'NOT_ENOUGH_KNOWN']);
  same('by the list', await stall.states(stall.writeAcceptedSale(sale(8_000), { knownBalance, proof: printed.text })), ['accepted', 'accepted']);
  await other.sync([other.write('purchase', { ...sale(25_000, paper, other), by: 'stall' })]);
  const late = await stall.sync(stall.writeAcceptedSale(sale(9_000), { knownBalance: 30_000, proof: printed.text }));
  same('spent elsewhere', [late[1].state, late[1].missing], ['settled-with-overspend', 4_000]);
  const changes = await stall.fetchList(stall.listAsOf);
  same('changes', [changes.kind, changes.rows.get(prefixOf(paper))], [1, 0]);
  same('too much', await stall.states(stall.writeAcceptedSale(sale(1_000), { knownBalance: 50_000, proof: printed.text })), ['refused VOUCHER_BLOCKED', 'in-review CLAIM_UNTRUE']);

  // A voucher of the kiosk that no server knows yet, and one that is voided.
  const proof = kioskProof(kiosk, unsent, owner, 20_000, keySet);
  same('of the kiosk', verdictOf({ text: proof, voucherId: unsent, ownerId: owner, keySet, now: Date.now() }), 'valid');
  const unseen = stall.writeAcceptedSale(sale(5_000, unsent), { knownBalance: null, proof });
  same('before its top-up', (await stall.states(unseen))[1], 'waiting-top-up UNKNOWN_VOUCHER');
  same('its top-up', await kiosk.states([topUp(20_000, unsent)]), ['accepted']);
  same('after its top-up', await stall.states(unseen), ['accepted', 'accepted']);
  const wrong = topUp(30_000, second);
  const undone = kiosk.write('top-up-void', { topUpOpId: wrong.envelope.opId, monto: 30_000, uuid: second, clientId: owner, reason: 'WRONG_AMOUNT' });
  same('void of a top-up', await kiosk.states([wrong, undone]), ['accepted', 'accepted']);
  same('the same void again', await kiosk.states([undone]), ['accepted']);

  // An outbox in a file, delivered by another person of the market.
  const rescued = other.write('purchase', { ...sale(2_000, unsent, other), by: 'stall' });
  const contents = { kind: 'mercado-outbox', v: 1, deviceId: other.id, deviceName: 'Del papel', exportedAt: new Date().toISOString(), entries: [rescued] };
  const ephemeral = createECDH('prime256v1');
  const filePoint = ephemeral.generateKeys();
  const shared = ephemeral.computeSecret(Buffer.from(keySet.rescueKey, 'base64url'));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', shared, filePoint, 'mercado/rescue-file/1', 32)), iv);
  const sealedBody = Buffer.concat([
    cipher.update(JSON.stringify({ ...contents, checksum: sha256(canonical(contents)) })), cipher.final(), cipher.getAuthTag(),
  ]);
  const outbox = {
    kind: 'mercado-outbox', v: 2, deviceName: 'Del papel', exportedAt: contents.exportedAt, ephemeral: filePoint.toString('base64url'),
    iv: iv.toString('base64url'), body: sealedBody.toString('base64url'),
  };
  const delivered = await call('POST', '/devices/deliver-rescue', { body: outbox, token: stall.person.token });
  same('rescue file', [delivered.status, delivered.body.total, delivered.body.done], [200, 1, 1]);
}
if (demo) await playDay();

console.log(`${checks} checks${process.exitCode ? ', with differences' : ', no difference'}`);
