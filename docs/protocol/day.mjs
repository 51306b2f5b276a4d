// A day of two stalls and a kiosk against a running demo, by docs/protocol.md alone.
import { createCipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { accept, canonical, day, isSigned, minute, prefixOf, readList, sha256, unsigned, uuidBytes, verdictOf, without } from './paper.mjs';

let demo = '';
let same = () => undefined;

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

/** Plays the day against a running demo; `same` reports a value that differs from the expected one. */
export async function playDay(address, compare) {
  [demo, same] = [address, compare];
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
