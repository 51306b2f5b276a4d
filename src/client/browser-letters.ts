import { browserSyncPorts } from './browser-sync-ports.ts';
import type { LettersPort } from './commands/ports.ts';
import { deviceCrypto, makeAnswerKey, openFrom } from './device/crypto.ts';
import { moneyDb } from './local/live/browser-money-db.ts';
import { cacheDb } from './local/offline/cache-db.ts';
import { openAnswer } from './sync/letters/open-answer.ts';
import { writeLetter } from './sync/letters/write-letter.ts';

const ports = {
  db: moneyDb,
  cache: cacheDb,
  sync: browserSyncPorts(),
  crypto: { ...deviceCrypto, makeAnswerKey, openFrom },
};

/** Letters of this browser's device. */
export const browserLetters: LettersPort = {
  write: () => writeLetter(ports),
  open: (text) => openAnswer(ports, text),
};
