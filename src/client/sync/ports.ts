import type { Envelope } from '#src/contract/envelope.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { Fate, Operation, OperationLabel, OperationReceipt } from '#src/client/local/operation.ts';

/** What came of sending one operation. */
export type SendOutcome =
  | { kind: 'accepted'; receipt: OperationReceipt }
  | { kind: 'refused'; code: RefusalCode; message: string }
  /** nobody who may send this is signed in */
  | { kind: 'signed-out' }
  /** the server answered that now is not the time, or failed at this one operation */
  | { kind: 'again'; reason: NonNullable<Fate['lastError']>; retryAfterMs: number | undefined }
  /** no link: nothing else would get through either */
  | { kind: 'offline'; reason: 'network' | 'timeout' | 'not-ours' };

export type OutboxPort = {
  open(): Promise<Operation[]>;
  change(opId: string, change: Partial<Fate>): Promise<boolean>;
  fateOf(opId: string): Promise<Fate | null>;
  applyReceipt(opId: string, receipt: OperationReceipt, now: number): Promise<boolean>;
  applyRefusal(opId: string, refusal: { code: RefusalCode; message: string }, now: number): Promise<boolean>;
};

export type SendPort = (envelope: Envelope, label: OperationLabel | null) => Promise<SendOutcome>;

/** Runs `work` while no other tab runs its own, or not at all: then false. */
export type LeaderPort = (work: () => Promise<void>) => Promise<boolean>;

export type ClockPort = {
  now(): number;
  /** 0 <= x < 1 */
  random(): number;
};

export type DrainPorts = {
  outbox: OutboxPort;
  send: SendPort;
  leader: LeaderPort;
  clock: ClockPort;
  /** true while `operatorId` is signed in here; a holder's operation (empty) needs nobody */
  maySendFor(operatorId: string): boolean;
  onProgress(sending: { done: number; total: number } | null): void;
  onLink(link: 'online' | 'offline'): void;
};
