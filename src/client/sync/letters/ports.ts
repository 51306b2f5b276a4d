import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Letters } from '#src/client/local/device/letters.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import type { SealedLetter } from '#src/contract/sync/letter.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';

/** What a device needs to write letters and to open their answers. */
export type LetterPorts = {
  db: MoneyDb;
  cache: CacheDb;
  sync: Pick<SyncPorts, 'key' | 'clock' | 'health' | 'secondCopy' | 'batchSize' | 'forgetCaches'>;
  crypto: {
    makeAnswerKey(): Promise<Letters['answerKey']>;
    /** Seals a text for a public key; texts base64url. */
    sealFor(
      publicKey: string,
      text: string,
      info: string,
    ): Promise<Pick<SealedLetter, 'ephemeral' | 'iv' | 'body'>>;
    /** Returns null when it is for another key or was changed. */
    openFrom(
      privateKey: CryptoKey,
      publicKey: string,
      sealed: { salt: string; iv: string; body: string },
      info: string,
    ): Promise<string | null>;
    verify: VerifySignature;
  };
};
