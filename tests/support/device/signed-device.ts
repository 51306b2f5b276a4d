import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { Device } from '#src/contract/devices/schemas.ts';
import type { SyncAnswer, SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope, UnhashedEnvelope } from '#src/operations/envelopes.ts';
import { readBalanceList, type BalanceList } from '#src/protocol/balance-list.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { enrolText, envelopeText, requestText } from '#src/protocol/signed-texts.ts';
import { devicePrefixOf, voucherProofMessage, writeVoucherProof } from '#src/protocol/voucher-proof.ts';
import { ask, type Answer, type Asked } from '#tests/support/server/test-app.ts';

/** An operation as its device sends it. */
export type Written<Kind extends Envelope['kind'] = Envelope['kind']> = SyncEntry & {
  envelope: Extract<Envelope, { kind: Kind }>;
};
type Payloads = { [Kind in Envelope['kind']]: Extract<Envelope, { kind: Kind }>['payload'] };

/** The same without seals, because a repeated result is sealed anew. */
export function unsealed(results: readonly SyncResult[]): SyncResult[] {
  return results.map(({ seal: _seal, ...result }) => result);
}

/** A device as the server sees it: a key and a journal, without the client's code. */
export class SignedDevice {
  readonly id: string = randomUUID();
  readonly publicKey: string;
  operatorId = '';
  seq = 0;
  headHash = '';
  /** Server clock minus device clock, ms. */
  clockOffset = 0;
  /** Version of the market's limits that it names in decisions. */
  limitsVersion = 1;
  /** The balance list that it requested last, ms since 1970. */
  listAsOf = 0;
  now: () => Date = () => new Date();
  readonly #app: Asked;
  readonly #key: KeyObject;

  constructor(app: Asked) {
    this.#app = app;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.publicKey = toBase64Url(
      Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    );
  }

  sign(text: string): string {
    return this.signBytes(Buffer.from(text));
  }

  signBytes(bytes: Uint8Array): string {
    return toBase64Url(sign('sha256', bytes, { key: this.#key, dsaEncoding: 'ieee-p1363' }));
  }

  /** Requests to work for its market; with `manager`, its market's token, it is approved as well. */
  async enrol(
    personId: string,
    token: string | undefined,
    change: object = {},
    manager?: string,
  ): Promise<Answer> {
    this.operatorId = personId;
    const body = {
      deviceId: this.id,
      name: 'Tableta 7',
      publicKey: this.publicKey,
      proof: this.sign(enrolText(this.id, this.publicKey, personId)),
      ...change,
    };
    const answer = await ask(this.#app, 'POST', '/devices/enroll', { body, token });
    const digits = digitsFor(answer, personId);
    if (digits === '' || manager === undefined) return answer;
    const target = { id: this.id, operatorId: personId, digits };
    const approved = await ask(this.#app, 'POST', '/devices/approve', { body: target, token: manager });
    if (approved.status === 200) await this.askForList();
    return { ...approved, status: approved.status === 200 ? 201 : approved.status };
  }

  /** Requests a full balance list, like a stall with a link. */
  async askForList(): Promise<BalanceList> {
    const body = { deviceId: this.id, sentAt: this.now().toISOString(), since: 0 };
    const answer = await this.#app.inject({
      method: 'POST',
      url: '/api/v1/sync/snapshot',
      payload: { ...body, proof: this.sign(requestText(body)) },
    });
    const list = readBalanceList(new Uint8Array(answer.rawPayload));
    if (!list) throw new Error(`no list of balances: ${answer.statusCode} ${answer.body}`);
    this.listAsOf = list.asOf;
    return list;
  }

  /** Writes one operation: next number, chained, signed. `change` spoils the envelope before it is hashed. */
  write<Kind extends Envelope['kind']>(
    kind: Kind,
    payload: Payloads[Kind],
    change: Partial<Envelope> = {},
  ): Written<Kind> {
    const unhashed = {
      v: 1,
      opId: toOpId(randomUUID()),
      deviceId: this.id,
      seq: this.seq + 1,
      operatorId: this.operatorId,
      occurredAt: this.now().toISOString(),
      clockOffset: this.clockOffset,
      kind,
      payload,
      prevHash: this.headHash,
      ...change,
    } as UnhashedEnvelope;
    const envelope = { ...unhashed, hash: envelopeHash(unhashed) } as Written<Kind>['envelope'];
    this.seq = envelope.seq;
    this.headHash = envelope.hash;
    return { envelope, sig: this.sign(envelopeText(envelope.hash)) };
  }

  writeCustomer(
    registration: { ownerName: string; identificacion: string },
    clientId: string,
    change: Partial<Envelope> = {},
  ) {
    const entry = this.write('customer', { clientId, dataHash: canonicalHash(registration) }, change);
    return { ...entry, registration };
  }

  /** Writes a sale on this voucher, like a stall. */
  writeSale(
    { userId, codeQrUuid }: { userId: string; codeQrUuid: VoucherId },
    price: number,
    change: Partial<Envelope> = {},
  ) {
    const sale = { userId, codeQrUuid, price: toAmount(price), estanteId: this.operatorId };
    return this.write('purchase', { ...sale, by: 'stall' }, change);
  }

  writeWithdrawal({ envelope: { opId, payload } }: Written<'purchase'>, change: Partial<Envelope> = {}) {
    const { userId, codeQrUuid, price, estanteId } = payload;
    return this.write('withdrawal', { purchaseOpId: opId, userId, codeQrUuid, price, estanteId }, change);
  }

  /** Writes a top-up, and prints its voucher like an offline kiosk. */
  writePaper(monto: number, userId: string, change: Partial<Envelope> = {}) {
    const codeQrUuid = toVoucherId(randomUUID());
    const payload = { monto: toAmount(monto), uuid: codeQrUuid, clientId: userId };
    const topUp = this.write('top-up', payload, change);
    return { userId, codeQrUuid, proof: this.kioskProof(codeQrUuid, userId, monto), topUp };
  }

  writeTopUpVoid(
    { envelope: { opId, payload } }: Written<'top-up'>,
    change: Partial<Envelope> = {},
    own: Partial<Payloads['top-up-void']> = {},
  ) {
    return this.write('top-up-void', { ...payload, topUpOpId: opId, reason: 'TWICE', ...own }, change);
  }

  /** Writes a sale and its acceptance, like an offline stall. */
  writeAcceptedPurchase(
    sale: { userId: string; codeQrUuid: VoucherId; price: number; proof: string },
    change: Partial<Payloads['acceptance']> = {},
  ) {
    const purchase = this.writeSale(sale, sale.price);
    const acceptance = this.writeAcceptance(purchase.envelope.opId, sale, change);
    return [purchase, acceptance] as const;
  }

  writeAcceptance(
    purchaseOpId: OpId,
    sale: { userId: string; codeQrUuid: VoucherId; price: number; proof: string },
    change: Partial<Payloads['acceptance']> = {},
  ) {
    const { userId, codeQrUuid, proof, price } = sale;
    return this.write('acceptance', {
      userId,
      codeQrUuid,
      proof,
      price: toAmount(price),
      purchaseOpId,
      estanteId: this.operatorId,
      limitsVersion: this.limitsVersion,
      snapshotAsOf: this.listAsOf,
      knownBalance: null,
      spentHere: toAmount(0),
      deviceOpen: toAmount(0),
      ...change,
    });
  }

  /** Returns a voucher's proof signed like an offline kiosk's. */
  kioskProof(voucherId: VoucherId, ownerId: string, face: number): string {
    const proof = {
      signer: { by: 'kiosk' as const, devicePrefix: devicePrefixOf(this.id) },
      face,
      issuedAt: this.now().getTime(),
      expiresAt: null,
      offlineCap: 0,
    };
    const signature = this.signBytes(voucherProofMessage(proof, { voucherId, ownerId }));
    return writeVoucherProof(proof, Buffer.from(signature, 'base64url'));
  }

  request(entries: readonly SyncEntry[], change: object = {}): object {
    const body: Record<string, unknown> & { proof?: string } = {
      v: 1,
      deviceId: this.id,
      sentAt: this.now().toISOString(),
      journal: { lastSeq: this.seq, headHash: this.headHash, openCount: entries.length, openSum: 0 },
      health: { appVersion: '1.0.0', storage: 'persistent', snapshotAsOf: 0 },
      entries,
      ...change,
    };
    return { ...body, proof: this.sign(requestText(body)) };
  }

  /** `token`: of the person signed in on the device. */
  send(body: object, token?: string): Promise<Answer> {
    return ask(this.#app, 'POST', '/sync', { body, token });
  }

  async sync(entries: readonly SyncEntry[], change: object = {}, token?: string): Promise<SyncAnswer> {
    const answer = await this.send(this.request(entries, change), token);
    if (answer.status !== 200) throw new Error(`sync: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as SyncAnswer;
  }

  async states(entries: readonly SyncEntry[]): Promise<SyncResult['state'][]> {
    return (await this.sync(entries)).results.map(({ state }) => state);
  }

  /** The same with the reason of a review or shortfall, or the code of a refusal, behind each state. */
  async outcomes(entries: readonly SyncEntry[], change: object = {}): Promise<string[]> {
    const { results } = await this.sync(entries, change);
    return results.map(({ state, reason, refusal }) =>
      [state, reason ?? refusal?.code].filter(Boolean).join(' '),
    );
  }
}

/**
 * Returns the digits on the device's screen while its market decides; empty when there is nothing to decide.
 */
export function digitsFor(answer: Answer, personId: string): string {
  if (answer.status !== 201) return '';
  const { operators } = answer.body as unknown as Device;
  return operators.find(({ _id }) => _id === personId)?.digits ?? '';
}
