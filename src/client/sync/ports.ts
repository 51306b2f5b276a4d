import type { Outcome } from '#src/client/api/outcome.ts';
import type { OperationStatus, OperationLabel, OperationReceipt } from '#src/client/local/db/operation.ts';
import type { SteadyTime } from '#src/client/local/device/device-clock.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { Amount } from '#src/contract/brands.ts';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import type { ReadCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type {
  OperatorKey,
  SnapshotRequest,
  ReadSyncAnswer,
  SyncRequest,
} from '#src/contract/sync/schemas.ts';

/** What came of sending one operation by itself. */
export type SendOutcome =
  | { kind: 'accepted'; receipt: OperationReceipt }
  | { kind: 'refused'; code: ReadCode; message: string; left?: Amount }
  /** nobody who may send this is signed in */
  | { kind: 'signed-out' }
  /** the server answered that now is not the time, or failed at this one operation */
  | { kind: 'again'; reason: NonNullable<OperationStatus['lastError']>; retryAfterMs: number | undefined }
  /** of a withdrawal: the operation was not made and never will be */
  | { kind: 'withdrawn' }
  /** of a withdrawal: the operation was made, and stays */
  | { kind: 'stands'; receipt: OperationReceipt }
  /** no link: nothing else would get through either */
  | { kind: 'offline'; reason: 'network' | 'timeout' | 'not-ours' };

export type SendPort = (envelope: Envelope, label: OperationLabel | null) => Promise<SendOutcome>;

/** The server, as a device sees it. Nothing here throws. */
export type ServerPort = {
  /** one operation with its person's session: the way of a device that is not enrolled */
  send: SendPort;
  sync(request: SyncRequest): Promise<Outcome<ReadSyncAnswer>>;
  readKeys(): Promise<Outcome<KeySet>>;
  /** the list of balances, domain/balance-snapshot.ts */
  readBalances(request: SnapshotRequest): Promise<Outcome<Uint8Array<ArrayBuffer>>>;
};

/** The device's own key, only asked of an enrolled device, and the key of whoever works in this page. */
export type KeyPort = EnvelopeSigner & {
  /** whether this person's key is open in this page */
  isOpenFor(operatorId: string): boolean;
  /** keys of whoever is signed in here, for the server; none: nobody is */
  offers(): Promise<OperatorKey[]>;
};

/** Runs `work` while no other tab runs its own, or not at all: then false. */
export type LeaderPort = (work: () => Promise<void>) => Promise<boolean>;

export type ClockPort = {
  now(): number;
  /** a clock that nobody can set, for how long something took */
  steady(): SteadyTime;
  /** 0 <= x < 1 */
  random(): number;
};

export type SyncPorts = {
  server: ServerPort;
  key: KeyPort;
  leader: LeaderPort;
  /** the log beside the database */
  secondCopy: SecondCopy;
  clock: ClockPort;
  /** true while `operatorId` is signed in here; a holder's operation (empty) needs nobody. Not asked of an enrolled device. */
  maySendFor(operatorId: string): boolean;
  /** false: the device is in no network at all, so that nothing can leave it */
  hasNetwork(): boolean;
  /** operations a call at most, 1 to 100 */
  batchSize: number;
  health(): Promise<{ appVersion: string; storage: string }>;
  /** the device was revoked: caches that hold names or balances are to be emptied */
  forgetCaches(): Promise<void>;
  onProgress(sending: { done: number; total: number } | null): void;
  onLink(link: 'online' | 'offline'): void;
};
