import { fakeSeal, openFakeSeal } from '#lab/simulation/machine/fake-seals.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { LettersPort } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { openAnswer } from '#src/client/sync/letters/open-answer.ts';
import { writeLetter } from '#src/client/sync/letters/write-letter.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import type { SealedLetter, SealedLetterAnswer } from '#src/contract/sync/letter.ts';
import type { RescueKey } from '#src/server/devices/rescue-key.ts';

/** Letters and answers on their way. A file may be carried by several, and stays with a carrier who has delivered it. */
export type Mail = {
  letters: { deviceId: string; file: SealedLetter; deliveries: number; isBeforeRestore: boolean }[];
  answers: { deviceId: string; file: SealedLetterAnswer }[];
  /** Lists in them, as "device time". */
  lists: Set<string>;
};

/** Public half of the server's key for files. */
const serverKey = 'c2VydmVy';

export const simRescueKey: RescueKey = {
  publicKey: serverKey,
  open: ({ body }, info) => openFakeSeal(serverKey, info, body),
  sealFor: (point, text, info) => ({ salt: 'c2Fs', iv: 'aXY', body: fakeSeal(point, info, text) }),
};

/** The private half of an answer's key, which a database stores: it names the public one. */
type AnswerKey = { of: string };

/** The product's letters on one device, with the seals of this world. */
export function simLetters(world: SimWorld, db: MoneyDb, cache: CacheDb, sync: SyncPorts): LettersPort {
  const crypto = {
    makeAnswerKey: async () => {
      const publicKey = world.keys.create(`respuesta ${world.mail.letters.length} ${world.seed}`);
      const privateKey: AnswerKey = { of: publicKey };
      return { publicKey, privateKey: privateKey as unknown as CryptoKey };
    },
    sealFor: async (publicKey: string, text: string, info: string) => ({
      ephemeral: 'ZWY',
      iv: 'aXY',
      body: fakeSeal(publicKey, info, text),
    }),
    openFrom: async (privateKey: CryptoKey, _from: string, { body }: { body: string }, info: string) =>
      openFakeSeal((privateKey as unknown as AnswerKey).of, info, body),
    verify: async (publicKey: string, message: Uint8Array, signature: Uint8Array) =>
      world.keys.verify(publicKey, message, signature),
  };
  const ports = { db, cache, sync, crypto };
  return { write: () => writeLetter(ports), open: (text) => openAnswer(ports, text) };
}
