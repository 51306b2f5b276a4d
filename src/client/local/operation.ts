import type { Envelope } from '#src/contract/envelope.ts';
import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { TopUpReceipt } from '#src/contract/top-up.ts';

/**
 * pending -> sending -> accepted | refused | waiting-sign-in.
 * sending falls back to pending; waiting-sign-in goes on by itself after the next sign-in; accepted and refused are final.
 * "unreadable" is no state but a missing `envelope` in an Operation: a newer version of the app reads it again.
 */
export type FateState = 'pending' | 'sending' | 'accepted' | 'refused' | 'waiting-sign-in';

export type OperationReceipt =
  | { kind: 'purchase'; receipt: PurchaseReceipt }
  | { kind: 'top-up'; receipt: TopUpReceipt };

/** What became of an operation: a row of its own, so that bookkeeping can never damage the fact. */
export type Fate = {
  opId: string;
  seq: number;
  state: FateState;
  attempts: number;
  /** device clock, ms since 1970; not before this is it sent again */
  nextAttemptAt: number;
  /** why the last attempt did not settle it: a refusal's code, or why nobody was reached */
  lastError: RefusalCode | 'network' | 'timeout' | 'not-ours' | 'server' | 'newer-version' | null;
  /** the server's sentence, when it refused */
  message: string;
  receipt: OperationReceipt | null;
  /** a person has seen that it was refused: it counts no longer as waiting for somebody */
  seen: boolean;
  /** device clock, ms since 1970, of the last change */
  changedAt: number;
};

/** Names to show beside an operation; they stay on the device and are no part of the envelope. */
export type OperationLabel = { opId: string; userName: string; estanteName: string };

/** An operation as it was stored. A newer version of the app may have written one that this one cannot read. */
export type StoredEnvelope = Envelope | { v: number; opId: string; seq: number };

/** All there is to know about one operation on this device. `envelope` null: written by a newer version, left untouched. */
export type Operation = { envelope: Envelope | null; fate: Fate; label: OperationLabel | null };
