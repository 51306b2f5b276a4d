import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { HandOverReceipt } from '#src/contract/cash/till-hand-over.ts';
import type { PurchaseReceipt, ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { ReadCode } from '#src/contract/refusals.ts';
import { type Envelope, envelopeSchema } from '#src/contract/sync/envelope.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { AcceptanceRefusal } from '#src/domain/operations/offline-sale.ts';
import type { TopUpIssueRefusal } from '#src/domain/voucher/decide-top-up-issue.ts';
import type { ProofFault } from '#src/domain/voucher/verify-voucher.ts';

/** Not settled, and this device's to send. waiting-sign-in goes on by itself after the next sign-in. */
export const openStates = ['pending', 'sending', 'waiting-sign-in'] as const;
/** The server has it and has not decided: it changes there, and is asked for again. */
export const recordedStates = ['waiting-top-up', 'in-review'] as const;
/** Never changes again. */
export const finalStates = ['accepted', 'settled-with-overspend', 'refused'] as const;

/**
 * pending -> sending -> a recorded state -> a final one; sending falls back to pending.
 * "unreadable" is no state but a missing `envelope` in an Operation: a newer version of the app reads it again.
 */
export type FateState =
  | (typeof openStates)[number]
  | (typeof recordedStates)[number]
  | (typeof finalStates)[number];

export type OperationReceipt =
  | { kind: 'purchase'; receipt: PurchaseReceipt }
  | { kind: 'top-up'; receipt: TopUpReceipt }
  | { kind: 'customer'; receipt: PublicUser }
  | { kind: 'hand-over'; receipt: HandOverReceipt };

/** Why a sale was not accepted without a link: the rules, a proof that is not good, or a device that may not. */
export type OfflineRefusal = AcceptanceRefusal | ProofFault | TopUpIssueRefusal | 'NOT_ENROLLED';

/**
 * What this device decided about an operation without an answer. `deciding`: it was going to; when the page died there, it
 * did not, and a person decides. `accepted`: goods handed over, `opId` is the acceptance. `issued`: a voucher handed out
 * with this proof. `refused`: against the rules; `most` is what they would have taken, smallest unit shown. `withdrawn`: a
 * sale with nothing handed over, `opId` tells the server: it is never paid, or taken back. `voided`: a top-up whose cash went back,
 * `opId` tells the server; its paper is shown no more.
 */
export type OfflineStatus =
  | { kind: 'deciding' }
  | { kind: 'accepted'; opId: OpId }
  | { kind: 'issued'; proof: string; /** left out: it does not end */ expiresAt?: string }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'voided'; opId: OpId }
  | { kind: 'withdrawn'; opId: OpId; reason: OfflineRefusal | 'BY_PERSON'; most: Pesos };

/** What became of an operation: a row of its own, so that bookkeeping can never damage the fact. */
export type OperationStatus = {
  opId: OpId;
  seq: number;
  state: FateState;
  attempts: number;
  /** device clock, ms since 1970; not before this is it sent again */
  nextAttemptAt: number;
  /** why the last attempt did not settle it: a refusal's code, or why nobody was reached */
  lastError: ReadCode | 'network' | 'timeout' | 'not-ours' | 'server' | 'newer-version' | null;
  /** the server's sentence, when it refused */
  message: string;
  receipt: OperationReceipt | null;
  /** a person has seen that it was refused: it no longer counts as waiting for a person */
  seen: boolean;
  /** device clock, ms since 1970, of the last change */
  changedAt: number;
  /** absent in rows of version 1, and where nothing was decided here */
  offline?: OfflineStatus;
  /** why a person looks at it, when the server said so */
  reason?: ConflictReason;
  /** what no voucher covered, smallest unit shown */
  missing?: number;
  /** a single call with it may have reached the server; absent in rows of earlier versions */
  mayHaveArrived?: boolean;
  /** device clock, ms since 1970: when a person last said to send it */
  confirmedAt?: number;
  /** of a paid sale: what this device's person gave back of it since, smallest unit shown; absent: nothing */
  returned?: Pesos;
};

/** Names to show beside an operation; they stay on the device and are no part of the envelope. */
export type OperationLabel = {
  opId: OpId;
  userName: string;
  estanteName: string;
  /** the voucher's proof as scanned, "v1.…" or "v2.…": after a restart the sale can still be decided */
  proof?: string;
};

/** An operation as it was stored. A newer version of the app may have written one that this one cannot read. */
export type StoredEnvelope = Envelope | { v: number; opId: OpId; seq: number };

/**
 * All there is to know about one operation on this device. `envelope` null: written by a newer version, left untouched.
 * `acceptance`: status of the acceptance that belongs to a purchase; it is never shown by itself.
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

export function isRecorded({ state }: Pick<OperationStatus, 'state'>): boolean {
  return recordedStates.some((recorded) => recorded === state);
}

/** The operations that are decided with this one: all shares of its sale in their order, or itself alone. */
export function opsOfSale({
  opId,
  payload,
}: Pick<Extract<Envelope, { kind: 'purchase' }>, 'opId' | 'payload'>): OpId[] {
  return payload.shares?.map((share) => share.opId) ?? [opId];
}

/** The envelope as this version knows it, or null: written by a newer one, or damaged. */
export function readEnvelope(stored: StoredEnvelope | undefined): Envelope | null {
  const parsed = envelopeSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
