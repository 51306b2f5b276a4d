import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { DeviceKeys, PinVerifier } from '#src/client/local/db/rows.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { DeliveredRescue } from '#src/contract/sync/recovery.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SealedRescue } from '#src/protocol/recovery.ts';
import type { VerifySignature } from '#src/protocol/verify-voucher.ts';

/**
 * Everything that the commands need from outside. The composition root builds it once; tests and the
 * simulator build their own.
 */
export type CommandPorts = {
  /** Money on this device. */
  readonly db: MoneyDb;
  /** Data that this device may lose. */
  readonly cache: CachePort;
  readonly crypto: CryptoPort;
  /** Device clock, ms since 1970. */
  readonly clock: { now(): number };
  /** UUIDs for operations, and for this device with its first one. */
  readonly ids: { next(): OpId; device(): string };
  readonly connection: ConnectionPort;
  /** Sends a sealed rescue file to the server, which delivers it. */
  deliverRescue(sealed: SealedRescue): Promise<RescueAnswer>;
  /** The log beside the database. */
  readonly secondCopy: SecondCopy;
  /** The device failed to store money: nothing more may be sold on it. */
  reportStorageFailure(error: unknown): void;
};

/** `failed`: a sentence for the person: no link, another market's, changed. */
export type RescueAnswer =
  | { kind: 'delivered'; counts: DeliveredRescue }
  | { kind: 'failed'; message: string };

type CachePort = Pick<
  CacheDb,
  'readList' | 'findCustomer' | 'listCustomers' | 'rememberCustomer' | 'readAnswer' | 'keepAnswer'
>;

export type CryptoPort = {
  /** Verifies the signature of a voucher's proof. */
  verify: VerifySignature;
  signBytes(key: CryptoKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Base64url signature of a text of protocol/signed-texts.ts. */
  signText(key: CryptoKey, text: string): Promise<string>;
  /** Slow: verifier of a new PIN. */
  newPin(key: CryptoKey, pin: string): Promise<PinVerifier>;
  /** Slow: the tag of this PIN, right or wrong. */
  pinTag(key: CryptoKey, pin: string, verifier: PinVerifier): Promise<string>;
  makeDeviceKeys(): Promise<DeviceKeys>;
  /** Seals a text for the server's key. `info`: its purpose, protocol/signed-texts.ts. */
  sealFor(
    publicKey: string,
    text: string,
    info: string,
  ): Promise<Pick<SealedRescue, 'ephemeral' | 'iv' | 'body'>>;
};

type ConnectionPort = {
  /** Resolves after `ms`, or as soon as the link is known to be down, even at once. */
  waitForAnswer(ms: number): Promise<void>;
  /** Announces that the outbox has something to send. */
  requestSync(): void;
};

/** Ports of a phone that only pays. */
export type HolderPorts = Pick<CommandPorts, 'db' | 'clock' | 'ids' | 'connection' | 'reportStorageFailure'>;

/** Wait for an answer before this device decides, ms (ADR 6). */
export const answerWaitMs = 2_500;
