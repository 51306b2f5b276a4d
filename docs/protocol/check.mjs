// Checks docs/protocol/vectors.json by docs/protocol.md alone: Node's crypto, and no code of the product.
// node docs/protocol/check.mjs [file]
// With the address of a running demo it also plays a day there, as two stalls and a kiosk.
// node docs/protocol/check.mjs http://127.0.0.1:3000
import { createDecipheriv, createECDH, createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accept, canonical, inOrder, isSigned, isValidProof, prefixOf, readList, readProof, sha256, sorted, unsigned, verdictOf, without } from './paper.mjs';

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

for (const one of vectors.proofs) {
  same(`proof, ${one.name}`, sorted(readProof(one.text).fields), sorted(one.fields));
  same(`proof, ${one.name}: signature`, isValidProof(one), true);
}
for (const one of vectors.badProofs) {
  same(`bad proof, ${one.name}: readable`, readProof(one.text) !== null, one.readable);
  same(`bad proof, ${one.name}: signature`, isValidProof(one), false);
}

for (const one of vectors.verdicts) same(`verdict, ${one.name}`, verdictOf(one), one.verdict);

for (const { issuedAt, days, dayStartMs, endsAt } of vectors.expiries) {
  const day = Math.floor((issuedAt - dayStartMs) / 86_400_000);
  same('end of a voucher', days === 0 ? null : (day + days + 1) * 86_400_000 + dayStartMs, endsAt);
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

if (demo) await (await import('./day.mjs')).playDay(demo, same);

console.log(`${checks} checks${process.exitCode ? ', with differences' : ', no difference'}`);
