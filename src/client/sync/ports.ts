import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus, OperationLabel, OperationReceipt } from '#src/client/local/db/operation.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import type { SteadyTime } from '#src/client/local/device/device-clock.ts';
import type { Unsent } from '#src/client/local/outbox/outbox.ts';
import type { EnvelopeSigner } from '#src/client/local/outbox/sign-envelopes.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import type { ReadCode } from '#src/contract/refusals.ts';
import type { SnapshotRequest, ReadSyncAnswer, SyncRequest } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { Amount } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';

/** Result of sending one operation alone. */
export type SendAnswer =
  | { kind: 'accepted'; receipt: OperationReceipt }
  | { kind: 'refused'; code: ReadCode; message: string; left?: Amount }
  /** No person who may send this is signed in. */
  | { kind: 'signed-out' }
  /** The server is busy, or failed at this one operation. */
  | { kind: 'again'; reason: NonNullable<OperationStatus['lastError']>; retryAfterMs: number | undefined }
  /** For a withdrawal: the operation was not made and never will be. */
  | { kind: 'withdrawn' }
  /** For a withdrawal: the operation was made, and stays. */
  | { kind: 'stands'; receipt: OperationReceipt }
  /** No link, so nothing else would succeed either. */
  | { kind: 'offline'; reason: 'network' | 'timeout' | 'not-ours' };

export type SendPort = (envelope: Envelope, label: OperationLabel | null) => Promise<SendAnswer>;

/** The server as seen by a device. Nothing here throws. */
export type ServerPort = {
  /** Sends one operation with its person's session, for a device that is not enrolled. */
  send: SendPort;
  sync(request: SyncRequest): Promise<CallAnswer<ReadSyncAnswer>>;
  readKeys(): Promise<CallAnswer<KeySet>>;
  /** The balance list, protocol/balance-list.ts. */
  readBalances(request: SnapshotRequest): Promise<CallAnswer<Uint8Array<ArrayBuffer>>>;
};

/** Runs `work` unless another tab runs its own, in which case it returns false. */
export type LeaderPort = (work: () => Promise<void>) => Promise<boolean>;

export type ClockPort = {
  now(): number;
  /** A monotonic clock that no user can set, for durations. */
  steady(): SteadyTime;
  /** 0 <= x < 1. */
  random(): number;
};

/** All that a device needs which is not enrolled: a phone that only pays stores no more. */
export type DrainPorts = {
  server: Pick<ServerPort, 'send'>;
  leader: LeaderPort;
  clock: ClockPort;
  /**
   * Returns whether `operatorId` is signed in here; a holder's operation (empty) needs no sign-in. Not called
   * on an enrolled device.
   */
  maySendFor(operatorId: string): boolean;
  /** Returns false when the device has no network at all, so that nothing can be sent. */
  hasNetwork(): boolean;
  onProgress(sending: { done: number; total: number } | null): void;
  onLink(link: 'online' | 'offline'): void;
  loadJournal(): Promise<JournalWork>;
};

/** Work of an enrolled device alone, whose ports are added where it is loaded. */
export type JournalWork = {
  /** Returns whether anything was sent. */
  drainJournal(db: MoneyDb, ports: DrainPorts, found: Unsent & { enrolment: Enrolment }): Promise<boolean>;
  keepCurrent(db: MoneyDb, ports: DrainPorts): Promise<void>;
};

/** Ports of an enrolled device. */
export type SyncPorts = DrainPorts & {
  server: ServerPort;
  sign: EnvelopeSigner;
  /** The log beside the database. */
  secondCopy: SecondCopy;
  /** Maximum operations per call, 1 to 100. */
  batchSize: number;
  health(): Promise<{ appVersion: string; storage: string }>;
  /** Empties caches with names or balances after the device was revoked. */
  forgetCaches(): Promise<void>;
};
