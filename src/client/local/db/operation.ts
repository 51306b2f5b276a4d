import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { PurchaseReceipt, ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { ReadCode } from '#src/contract/refusals.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { type Envelope, envelopeSchema } from '#src/operations/envelopes.ts';
import { finalStates, type OperationState, recordedStates } from '#src/operations/outcome.ts';
import type { AcceptanceRefusal, TopUpIssueRefusal } from '#src/protocol/acceptance.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import type { ProofFault } from '#src/protocol/verify-voucher.ts';

type Receipts = { purchase: PurchaseReceipt; topUp: TopUpReceipt; customer: PublicUser };
/** One receipt, under its name in the server's answer. */
export type OperationReceipt = {
  [One in keyof Receipts]: Pick<Receipts, One> & { [Other in Exclude<keyof Receipts, One>]?: never };
}[keyof Receipts];

/** Why a sale was not accepted offline: the rules, an invalid proof, or a device without permission. */
export type OfflineRefusal = AcceptanceRefusal | ProofFault | TopUpIssueRefusal | 'NOT_ENROLLED';

/**
 * This device's decision about an operation without an answer. `deciding`: it was about to decide; if the
 * page died then, it did not, and a person decides. `accepted`: goods handed over, `opId` is the acceptance.
 * `issued`: a voucher issued with this proof. `refused`: against the rules; `most` is the amount that they
 * allow, smallest unit shown. `withdrawn`: a sale without goods, `opId` is the withdrawal: the sale is never
 * paid, or is voided. `voided`: a top-up whose cash was returned, `opId` is the void; its voucher is no
 * longer shown.
 */
export type OfflineStatus =
  | { kind: 'deciding' }
  | { kind: 'accepted'; opId: OpId }
  | { kind: 'issued'; proof: string; /** Absent when it does not expire. */ expiresAt?: string }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'voided'; opId: OpId }
  | { kind: 'withdrawn'; opId: OpId; reason: OfflineRefusal | 'BY_PERSON'; most: Pesos };

/** Status of an operation, in a separate row, so that bookkeeping can never damage the envelope. */
export type OperationStatus = {
  opId: OpId;
  seq: number;
  state: OperationState;
  attempts: number;
  /** Device clock, ms since 1970. It is not sent again before this time. */
  nextAttemptAt: number;
  /** Why the last attempt did not settle it: a refusal code, or the reason why no server answered. */
  lastError: ReadCode | 'network' | 'timeout' | 'not-ours' | 'server' | 'newer-version' | null;
  /** The server's sentence after a refusal. */
  message: string;
  receipt: OperationReceipt | null;
  /** A person has seen the refusal, so it no longer counts as a task. */
  seen: boolean;
  /** Device clock of the last change, ms since 1970. */
  changedAt: number;
  /** Absent when this device decided nothing. */
  offline?: OfflineStatus;
  /** Why it is under review, when the server gave a reason. */
  reason?: ConflictReason;
  /** Shortfall, smallest unit shown. */
  missing?: number;
  /** A call with it alone may have reached the server. */
  mayHaveArrived: boolean;
  /** When a person last confirmed that it be sent; device clock, ms since 1970. */
  confirmedAt?: number;
  /** A paid sale that was voided since on this device. */
  isVoided?: true;
};

/** Names shown beside an operation. They stay on the device, outside the envelope. */
export type OperationLabel = {
  opId: OpId;
  userName: string;
  estanteName: string;
  /** Document of a top-up's customer, for its paper. */
  identification?: string;
  /** The scanned proof, "v1.…" or "v2.…", so that the sale can still be decided after a restart. */
  proof?: string;
};

/** An operation as it was stored, possibly by a newer version of the app that this one cannot read. */
export type StoredEnvelope = Envelope | { v: number; opId: OpId; seq: number };

/**
 * An operation with everything this device knows about it. `envelope` is null when a newer version wrote it,
 * and is left untouched. `acceptance`: status of a purchase's acceptance, which has no row on screen.
 */
export type Operation = {
  envelope: Envelope | null;
  status: OperationStatus;
  label: OperationLabel | null;
  acceptance: OperationStatus | null;
};

export function isFinal({ state }: Pick<OperationStatus, 'state'>): boolean {
  return finalStates.some((final) => final === state);
}

export function isPaid(state: OperationState): state is 'accepted' | 'settled-with-overspend' {
  return state === 'accepted' || state === 'settled-with-overspend';
}

export function isRecorded({ state }: Pick<OperationStatus, 'state'>): boolean {
  return recordedStates.some((recorded) => recorded === state);
}

/** Returns the envelope, or null when a newer version wrote it or it is damaged. */
export function readEnvelope(stored: StoredEnvelope | undefined): Envelope | null {
  const parsed = envelopeSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
