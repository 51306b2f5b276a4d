import assert from 'node:assert/strict';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { IncidentKind } from '#src/contract/devices/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { openLine } from '#src/operations/acceptance/post.ts';
import type { Decision, Refused, Waits } from '#src/operations/decision.ts';
import { isTimePlausible, type JournalFacts } from '#src/operations/doubt.ts';
import { type Envelope, rowOf, type EnvelopeKind, type envelopes } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import type { ConflictLine, SyncDevice, SyncOperator } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { receiptKeyOf } from './envelopes/own-receipt.ts';
import { openResult, refusedResult } from './envelopes/results.ts';

/** Context of one entry while it is processed. The author's device is locked. */
export type EntryContext = {
  deps: SyncDeps;
  tx: SyncTransaction;
  author: SyncDevice;
  /** Device that sent the request: the author, or another device of its market. */
  uploaderId: string;
  /** Person whose session came with the request, or null. */
  signedIn: string | null;
  operators: readonly SyncOperator[];
  /** Number of the author's contact in which this request came. */
  contact: number;
  /**
   * Purchases that their own device withdraws in this request. They are refused at once instead of being
   * posted and voided.
   */
  withdrawn: ReadonlySet<OpId>;
  /** Returns the market's limits of a version, or null for an unknown version. */
  limitsOf(version: number): Promise<OfflineLimits | null>;
  now: Date;
};
/** Facts about the operation besides its content, as in `JournalFacts`. */
export type EntryFacts = Pick<JournalFacts, 'isFork' | 'isProven' | 'isOfBefore'> & {
  operator: SyncOperator | null;
};

/** A person whose role does not write such operations counts as no operator for them. */
export function journalFactsOf(
  { author }: EntryContext,
  { kind }: Envelope,
  facts: EntryFacts,
): JournalFacts {
  const { operator } = facts;
  const isTheirs = operator !== null && isAuthor(kind, operator.userType);
  return { ...facts, operator: isTheirs ? operator : null, isRevoked: author.revokedAt !== null };
}

/**
 * Returns when the entry was written, by the server's clock, and whether that time is possible. An impossible
 * time is replaced by now in `at`.
 */
export async function timeOf(
  { tx, author, now }: EntryContext,
  { seq, hash, occurredAt: written, clockOffset }: Envelope,
): Promise<{ at: Date; isPlausible: boolean }> {
  const occurredAt = Date.parse(written) + clockOffset;
  const notBefore = (await tx.readNotBefore(author.id, { seq, hash })).getTime();
  const isPlausible = isTimePlausible({ occurredAt, notBefore, now: now.getTime() });
  return { at: isPlausible ? new Date(occurredAt) : now, isPlausible };
}

export function recordIncident(context: EntryContext, envelope: Envelope, kind: IncidentKind): Promise<void> {
  const { seq, opId } = envelope;
  return context.tx.insertIncidents([
    { deviceId: context.author.id, kind, seq, opId, noticedAt: context.now },
  ]);
}

/**
 * Refuses an operation whose id belongs to another one. Nothing is recorded, and the device is reported for
 * it.
 */
export async function refuseReused(context: EntryContext, envelope: Envelope): Promise<SyncResult> {
  await recordIncident(context, envelope, 'changed-body');
  return refuseEntry(context, envelope, 'KEY_REUSED');
}

export function refuseEntry(
  { deps }: EntryContext,
  { opId }: Pick<Envelope, 'opId'>,
  code: RefusalCode,
): SyncResult {
  return refusedResult(opId, code, { symbol: deps.currencySymbol });
}

/**
 * Ends an operation that is not posted. It is requested again, because what it needs may still be on another device. Or
 * it is refused, which its receipt keeps for ever. Or it becomes the line `about`, unless it has one, and nothing is
 * posted before a manager decides.
 */
export function finish(
  context: EntryContext,
  envelope: Envelope,
  decision: Refused | Waits,
): Promise<SyncResult>;
export function finish(
  context: EntryContext,
  envelope: Envelope,
  decision: Exclude<Decision<never>, { kind: 'post' }>,
  about: SetAside,
  open?: ConflictLine | null,
): Promise<SyncResult>;
export async function finish(
  context: EntryContext,
  envelope: Envelope,
  decision: Exclude<Decision<never>, { kind: 'post' }>,
  about?: SetAside,
  open: ConflictLine | null = null,
): Promise<SyncResult> {
  const { deps, tx, author, now: recordedAt } = context;
  if (decision.kind !== 'review') {
    const { kind, code } = decision;
    const refused = refuseEntry(context, envelope, code);
    if (kind === 'wait') return { ...refused, state: 'again' };
    if (code === 'KEY_REUSED') await recordIncident(context, envelope, 'changed-body');
    await tx.insertReceipt({ ...receiptKeyOf(envelope), refusal: code, answer: {} }, recordedAt);
    return refused;
  }
  assert(about, 'only an operation that may have a line is reviewed');
  const { opId, hash: bodyHash, seq } = envelope;
  const { id: deviceId, marketId } = author;
  const occurredAt = new Date(envelope.occurredAt);
  const operation = { opId, bodyHash, deviceId, seq, marketId, occurredAt, recordedAt, ...about };
  return openResult(
    open ?? (await openLine(deps, tx, operation, { state: 'review', reason: decision.reason })),
  );
}

/** The conflict line that an operation becomes. Its other fields are in the envelope. */
export type SetAside = Pick<
  ConflictLine,
  'kind' | 'purchaseOpId' | 'stallId' | 'voucherId' | 'customerId' | 'price'
> & {
  /** Body hash of its future receipt, when it differs from the envelope's. */
  bodyHash?: string;
  /** By the server's clock (`timeOf`); the device's by default. */
  occurredAt?: Date;
};

/** Kinds that are requested again while their person is uncertain. */
type AskedAgain = {
  [Kind in EnvelopeKind]: (typeof envelopes)[Kind]['inDoubt'] extends 'review' ? never : Kind;
}[EnvelopeKind];

/** Returns whether this role writes such operations at all. */
export function isAuthor(kind: EnvelopeKind, userType: UserType): boolean {
  return rowOf(kind).roles.includes(userType);
}

/**
 * Returns why a person may not write this on their device now. FORBIDDEN is permanent; the others last until
 * the person is approved or signs in. Kinds that a manager decides have doubts instead (`journalFactsOf`).
 */
export function authorRefusal(
  kind: AskedAgain,
  { operator, isOfBefore }: { operator: SyncOperator | null; isOfBefore: boolean },
): Extract<RefusalCode, 'FORBIDDEN' | 'NOT_OPERATOR' | 'SIGN_IN_AGAIN'> | null {
  if (!operator) return 'NOT_OPERATOR';
  if (!isAuthor(kind, operator.userType) || !operator.isActive) return 'FORBIDDEN';
  return operator.isSuspended && !isOfBefore ? 'SIGN_IN_AGAIN' : null;
}
