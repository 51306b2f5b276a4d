import type { OpId } from '#src/contract/brands.ts';
import type { IncidentKind, OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { DaysOfStall } from '#src/domain/limits/device-limits.ts';
import { isTimePlausible, type JournalFacts } from '#src/domain/operations/journal/doubt.ts';
import { refusedResult } from '#src/server/sync/envelopes/results.ts';
import type { KnownOperatorKey } from '#src/server/sync/ports/operator-key-port.ts';
import type {
  SaleConflict,
  SyncDeps,
  SyncDevice,
  SyncOperator,
  SyncTransaction,
} from '#src/server/sync/ports/ports.ts';
import { isAuthor } from './author-rules.ts';
import type { Vouched } from './vouched.ts';

/** What is known while one entry is processed. The author's device is locked. */
export type EntryContext = {
  deps: SyncDeps;
  tx: SyncTransaction;
  author: SyncDevice;
  /** who sent the request: the author itself, or a device of the same market */
  uploaderId: string;
  /** whose session came with the request; null for none */
  signedIn: string | null;
  operators: readonly SyncOperator[];
  /** of the keys that have signed these entries, those that people have put on the server */
  operatorKeys: readonly KnownOperatorKey[];
  /** the author's contact in which this request came */
  contact: number;
  /**
   * purchases that their own device withdraws in this request: they are refused at once instead of being posted and
   * voided
   */
  withdrawn: ReadonlySet<OpId>;
  /** limits of the author's market by version; null when there was no such version */
  limitsOf(version: number): Promise<OfflineLimits | null>;
  /** the market days of the author's stalls, and of this one */
  stallDaysOf(stall: string): Promise<DaysOfStall[]>;
  now: Date;
};
/**
 * What is known of the operation beside its content. `isProven`: our own seal says that it was accepted, by a database of
 * which this one is an older copy.
 */
export type EntryFacts = { isFork: boolean; operator: SyncOperator | null; isProven: boolean } & Vouched;

/** Somebody whose role writes no such operation is nobody's operator for it. */
export function journalFactsOf(
  { author }: EntryContext,
  { kind }: Envelope,
  facts: EntryFacts,
): JournalFacts {
  const { operator } = facts;
  const isTheirs = operator !== null && isAuthor(kind, operator.userType);
  return { ...facts, operator: isTheirs ? operator : null, isRevoked: author.revokedAt !== null };
}

/** When an entry says it was written, by the server's clock, and whether that can be. `at`: now, where it cannot. */
export async function timeOf(
  { tx, author, now }: EntryContext,
  { seq, hash, occurredAt: written, clockOffset }: Envelope,
): Promise<{ at: Date; isPlausible: boolean }> {
  const occurredAt = Date.parse(written) + clockOffset;
  const notBefore = (await tx.readNotBefore(author.id, { seq, hash })).getTime();
  const isPlausible = isTimePlausible({ occurredAt, notBefore, now: now.getTime() });
  return { at: isPlausible ? new Date(occurredAt) : now, isPlausible };
}

/** The market's day, as a time zone of PostgreSQL. */
export function marketZone({ voucherLife: { dayStartMs } }: Pick<SyncDeps, 'voucherLife'>): string {
  return `UTC+${String(Math.floor(dayStartMs / 3_600_000))}`;
}

export function recordIncident(context: EntryContext, envelope: Envelope, kind: IncidentKind): Promise<void> {
  const { seq, opId } = envelope;
  return context.tx.insertIncidents([
    { deviceId: context.author.id, kind, seq, opId, noticedAt: context.now },
  ]);
}

/** The operation names an id that belongs to another one: nothing of it is recorded, and its device has to explain it. */
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

/** The line for a person that an operation becomes. The rest of it stands in the envelope. */
export type SetAside = Pick<
  SaleConflict,
  'kind' | 'reason' | 'purchaseOpId' | 'stallId' | 'voucherId' | 'customerId' | 'price'
> & {
  /** body hash of its future receipt, where that is not the envelope's */
  bodyHash?: string;
};

/** Nothing of it is posted before a person decides. */
export async function setAside(
  { deps, tx, author, now }: EntryContext,
  { opId, hash, seq, occurredAt }: Envelope,
  about: SetAside,
): Promise<SaleConflict> {
  const conflict: SaleConflict = {
    bodyHash: hash,
    ...about,
    id: deps.newId(),
    state: 'review',
    opId,
    marketId: author.marketId,
    missing: 0,
    deviceId: author.id,
    seq,
    occurredAt: new Date(occurredAt),
    recordedAt: now,
  };
  await tx.insertConflict(conflict);
  return conflict;
}
