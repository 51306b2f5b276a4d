import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { deviceCrypto, makeAnswerKey, openFrom, signText } from '#src/client/device/crypto.ts';
import type { OpenedAnswer } from '#src/client/local/device/letters.ts';
import { readKeySet, storeKeySet } from '#src/client/local/device/server-config.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { openAnswer } from '#src/client/sync/letters/open-answer.ts';
import type { LetterPorts } from '#src/client/sync/letters/ports.ts';
import { writeLetter } from '#src/client/sync/letters/write-letter.ts';
import {
  type Letter,
  letterSchema,
  type SealedLetter,
  type SealedLetterAnswer,
} from '#src/contract/sync/letter.ts';
import { letterAnswerText } from '#src/domain/device/device-proof.ts';
import { writeBalanceList, type BalanceEntry } from '#src/domain/voucher/balance-snapshot.ts';
import { type EnrolledDevice, portsOf } from './enrolled-device.ts';

/** The server's half of letters in a test, by docs/protocol.md and with Node's own cryptography. */
export class LetterServer {
  readonly #pair = createECDH('prime256v1');
  readonly #issuer: { kid: number; privateKey: CryptoKey };
  readonly rescueKey: string;

  constructor(issuer: { kid: number; privateKey: CryptoKey }) {
    this.#issuer = issuer;
    this.rescueKey = this.#pair.generateKeys('base64url');
  }

  open({ ephemeral, iv, body }: SealedLetter): Letter {
    const point = Buffer.from(ephemeral, 'base64url');
    const secret = this.#pair.computeSecret(point);
    const key = Buffer.from(hkdfSync('sha256', secret, point, 'mercado/letter/1', 32));
    const sealed = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
    return letterSchema.parse(JSON.parse(text));
  }

  /** Answers a letter by what `device` scripts for its calls. `change` is made before the answer is signed. */
  async answer(
    device: EnrolledDevice,
    sealed: SealedLetter,
    {
      entries = [],
      asOf = device.clock.now - device.aheadMs,
      change = {},
      sealedChange = {},
    }: AnswerOptions = {},
  ): Promise<SealedLetterAnswer> {
    const letter = this.open(sealed);
    const answers: unknown[] = [];
    for (const request of letter.requests) {
      const outcome = await device.serve(request);
      if (outcome.kind === 'ok') answers.push(outcome.data);
    }
    const keys = await readKeySet(device.db);
    const unsigned = {
      v: 1,
      deviceId: letter.deviceId,
      letter: letter.number,
      asOf,
      answers,
      keys,
      list: Buffer.from(writeBalanceList('full', asOf, entries)).toString('base64url'),
      kid: this.#issuer.kid,
      ...change,
    };
    const sig = await signText(this.#issuer.privateKey, letterAnswerText(unsigned));
    const text = JSON.stringify({ ...unsigned, sig, ...sealedChange });
    return this.seal(letter.answerKey, text, device);
  }

  seal(answerKey: string, text: string, device: EnrolledDevice): SealedLetterAnswer {
    const [salt, iv] = [randomBytes(32), randomBytes(12)];
    const secret = this.#pair.computeSecret(answerKey, 'base64url');
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'mercado/letter-answer/1', 32));
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return {
      kind: 'mercado-respuesta',
      v: 1,
      deviceName: 'Tableta 7',
      madeAt: new Date(device.clock.now).toISOString(),
      salt: salt.toString('base64url'),
      iv: iv.toString('base64url'),
      body: body.toString('base64url'),
    };
  }
}

type AnswerOptions = {
  entries?: BalanceEntry[];
  asOf?: number;
  change?: object;
  /** Made after it was signed. */
  sealedChange?: object;
};

/** A device's way of writing letters and opening answers in a test. */
export type LetterDevice = {
  ports: LetterPorts;
  write(): Promise<SealedLetter>;
  open(answer: object): Promise<OpenedAnswer>;
};

/** Stores the server's key on the device and returns its letters. */
export async function letterDevice(device: EnrolledDevice, rescueKey: string | null): Promise<LetterDevice> {
  const cache = new CacheDb(`cache-${device.id}`);
  const keys = await readKeySet(device.db);
  if (keys && rescueKey !== null) await storeKeySet(device.db, { ...keys, rescueKey });
  const ports: LetterPorts = {
    get db() {
      return device.db;
    },
    cache,
    get sync() {
      const sync = portsOf(device);
      return {
        ...sync,
        forgetCaches: async () => {
          await sync.forgetCaches();
          await cache.lists.clear();
        },
      };
    },
    crypto: { ...deviceCrypto, makeAnswerKey, openFrom },
  };
  return {
    ports,
    write: async () => {
      const written = await writeLetter(ports);
      if (written.kind !== 'written') throw new Error(written.kind);
      return written.sealed;
    },
    open: (answer) => openAnswer(ports, JSON.stringify(answer)),
  };
}
