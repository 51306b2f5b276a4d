import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ClosedKey, DeviceKeys, PinVerifier } from '#src/client/local/db/rows.ts';
import type { LastAnswer, ServedCustomer } from '#src/client/local/offline/cache-db.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { OpenOperatorKey } from '#src/client/state/operator-key.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { DeliveredRescue, SealedRescue } from '#src/contract/sync/rescue.ts';
import type { BalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';

/** Everything the commands need from outside. The composition root makes it once, a test or the simulator makes its own. */
export type CommandPorts = {
  /** money on this device */
  readonly db: MoneyDb;
  /** what this device may lose */
  readonly cache: CachePort;
  readonly crypto: CryptoPort;
  /** device clock, ms since 1970 */
  readonly clock: { now(): number };
  /** UUIDs: of operations, and of this device when it writes its first one */
  readonly ids: { next(): OpId; device(): string };
  /** the key of whoever works in this page */
  readonly openKey: OpenKeyPort;
  readonly connection: ConnectionPort;
  /** gives a sealed rescue file to the server, which delivers it */
  deliverRescue(sealed: SealedRescue): Promise<RescueOutcome>;
  /** the log beside the database */
  readonly secondCopy: SecondCopy;
  /** The device could not write money down: nothing more may be sold on it. */
  reportStorageFailure(error: unknown): void;
};

/** `failed`: a sentence for the person: no link, of another market, changed. */
export type RescueOutcome =
  | { kind: 'delivered'; counts: DeliveredRescue }
  | { kind: 'failed'; message: string };

export type CachePort = {
  /** the list of balances this device carries; null: none */
  readList(): Promise<BalanceList | null>;
  findCustomer(query: string): Promise<ServedCustomer | null>;
  /** all that were served here */
  listCustomers(): Promise<ServedCustomer[]>;
  rememberCustomer(customer: PublicUser & { email?: string }, now: number): Promise<void>;
  readAnswer(id: string): Promise<LastAnswer | undefined>;
  keepAnswer(answer: LastAnswer): Promise<void>;
};

export type CryptoPort = {
  /** checks a signature of a voucher's proof */
  verify: VerifySignature;
  signBytes(key: CryptoKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** base64url signature of a text of domain/device-proof.ts */
  signText(key: CryptoKey, text: string): Promise<string>;
  /** slow: what a new PIN is checked against, and what it opens */
  newPin(key: CryptoKey, pin: string): Promise<{ verifier: PinVerifier; wrapKey: CryptoKey }>;
  /** slow: what this PIN, right or wrong, gives */
  pinSecrets(
    key: CryptoKey,
    pin: string,
    verifier: PinVerifier,
  ): Promise<{ tag: string; wrapKey: CryptoKey }>;
  /** a person's key under a PIN, closed and open; `boundTo`: whose it is, on which device */
  makeClosedKey(wrapKey: CryptoKey, boundTo: string): Promise<{ closed: ClosedKey; privateKey: CryptoKey }>;
  openClosedKey(wrapKey: CryptoKey, closed: ClosedKey, boundTo: string): Promise<CryptoKey>;
  /** a pair for as long as the page lives; the private key cannot leave it */
  makePageKey(): Promise<{ publicKey: string; privateKey: CryptoKey }>;
  makeDeviceKeys(): Promise<DeviceKeys>;
  /** closes a text for the server's key, domain/device-proof.ts `rescueInfo` */
  sealFor(publicKey: string, text: string): Promise<Pick<SealedRescue, 'ephemeral' | 'iv' | 'body'>>;
};

/** Where the key of whoever works in this page is held: in memory, until the till is locked. null: nobody's. */
export type OpenKeyPort = { read(): OpenOperatorKey | null; hold(key: OpenOperatorKey | null): void };

type ConnectionPort = {
  /** Resolves after `ms`, or as soon as the link is known to be away: at once when it already is. */
  waitForAnswer(ms: number): Promise<void>;
  /** The outbox has something to send. */
  requestSync(): void;
};

/** How long an answer is waited for before this device decides by itself, ms (ADR 6). */
export const answerWaitMs = 2_500;
