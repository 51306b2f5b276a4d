import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { OperationStatus, OperationLabel, OperationReceipt } from '#src/client/local/db/operation.ts';
import type { SteadyTime } from '#src/client/local/device/device-clock.ts';
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

export type SyncPorts = {
  server: ServerPort;
  /** Only used when enrolled. */
  sign: EnvelopeSigner;
  leader: LeaderPort;
  /** The log beside the database. */
  secondCopy: SecondCopy;
  clock: ClockPort;
  /**
   * Returns whether `operatorId` is signed in here; a holder's operation (empty) needs no sign-in. Not called
   * on an enrolled device.
   */
  maySendFor(operatorId: string): boolean;
  /** Returns false when the device has no network at all, so that nothing can be sent. */
  hasNetwork(): boolean;
  /** Maximum operations per call, 1 to 100. */
  batchSize: number;
  health(): Promise<{ appVersion: string; storage: string }>;
  /** Empties caches with names or balances after the device was revoked. */
  forgetCaches(): Promise<void>;
  onProgress(sending: { done: number; total: number } | null): void;
  onLink(link: 'online' | 'offline'): void;
};
