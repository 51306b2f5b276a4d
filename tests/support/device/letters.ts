import { createCipheriv, createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import type { SyncAnswer, SyncEntry } from '#src/contract/sync/schemas.ts';
import { readBalanceList, type BalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { ask, type Answer, type Asked } from '#tests/support/server/test-app.ts';
import type { SignedDevice } from './signed-device.ts';

export type OpenedAnswer = {
  deviceId: string;
  letter: number;
  asOf: number;
  answers: SyncAnswer[];
  keys: KeySet;
  list: BalanceList | null;
  kid: number;
  sig: string;
  /** The whole text as sealed. */
  text: string;
};

/** Writes letters for a device, and opens their answers, by docs/protocol.md and without the product's code. */
export class LetterWriter {
  readonly #device: SignedDevice;
  readonly #app: Asked;
  readonly #pair = createECDH('prime256v1');
  readonly #answerKey: string;
  number = 0;
  epoch = 0;

  constructor(app: Asked, device: SignedDevice) {
    [this.#app, this.#device] = [app, device];
    this.#answerKey = this.#pair.generateKeys('base64url');
  }

  /** The contents: `change` is made before they are signed. */
  plain(calls: readonly (readonly SyncEntry[])[], change: object = {}): Record<string, unknown> {
    this.number += 1;
    const letter: Record<string, unknown> = {
      v: 1,
      deviceId: this.#device.id,
      number: this.number,
      answerKey: this.#answerKey,
      epoch: this.epoch,
      requests: calls.map((entries) => this.#device.request(entries)),
      ...change,
    };
    const { requests, ...rest } = letter;
    const proofs = (requests as { proof: string }[]).map(({ proof }) => proof);
    const hash = createHash('sha256')
      .update(sorted({ ...rest, requests: proofs }))
      .digest('hex');
    return { ...letter, proof: this.#device.sign(`mercado/letter/1\n${hash}`) };
  }

  async write(calls: readonly (readonly SyncEntry[])[], change: object = {}): Promise<object> {
    return this.seal(this.plain(calls, change));
  }

  async seal(letter: object, rescueKey?: string): Promise<object> {
    const ephemeral = createECDH('prime256v1');
    const point = ephemeral.generateKeys();
    const secret = ephemeral.computeSecret(rescueKey ?? (await this.rescueKey()), 'base64url');
    const key = Buffer.from(hkdfSync('sha256', secret, point, 'mercado/letter/1', 32));
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(JSON.stringify(letter)), cipher.final(), cipher.getAuthTag()]);
    return {
      kind: 'mercado-carta',
      v: 1,
      deviceName: 'Tableta 7',
      madeAt: this.#device.now().toISOString(),
      ephemeral: point.toString('base64url'),
      iv: iv.toString('base64url'),
      body: body.toString('base64url'),
    };
  }

  deliver(sealed: object): Promise<Answer> {
    return ask(this.#app, 'POST', '/sync/letters', { body: sealed });
  }

  /** Writes a letter of one call, delivers it, and opens its answer. */
  async send(entries: readonly SyncEntry[], change: object = {}): Promise<OpenedAnswer> {
    return this.bring(await this.write([entries], change));
  }

  async bring(sealed: object): Promise<OpenedAnswer> {
    const { status, body } = await this.deliver(sealed);
    if (status !== 200) throw new Error(`letter: ${status} ${JSON.stringify(body)}`);
    return this.open(body);
  }

  async open(sealed: Record<string, unknown>): Promise<OpenedAnswer> {
    const [salt, iv, body] = ['salt', 'iv', 'body'].map((name) =>
      Buffer.from(String(sealed[name]), 'base64url'),
    );
    if (!salt || !iv || !body) throw new Error('an answer has three parts');
    const secret = this.#pair.computeSecret(await this.rescueKey(), 'base64url');
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'mercado/letter-answer/1', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]).toString();
    const read = JSON.parse(text) as OpenedAnswer & { list?: string };
    const bytes = read.list === undefined ? null : new Uint8Array(Buffer.from(read.list, 'base64url'));
    return { ...read, list: bytes && readBalanceList(bytes), text };
  }

  async rescueKey(): Promise<string> {
    const { body } = await ask(this.#app, 'GET', '/sync/keys');
    return (body as unknown as KeySet).rescueKey ?? '';
  }
}

/** JSON with the keys of every object in order. */
export function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.entries(value).filter(([, part]) => part !== undefined);
  keys.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${keys.map(([key, part]) => `${JSON.stringify(key)}:${sorted(part)}`).join(',')}}`;
}
