import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  type OperationStatus,
  isFinal,
  isRecorded,
  type Operation,
  readEnvelope,
} from '#src/client/local/db/operation.ts';
import { transact, transactPatiently, withLiveHandle } from '#src/client/local/db/reopen-lost-handle.ts';
import type { Enrolment, RescuedEntry } from '#src/client/local/db/rows.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { openStates, recordedStates } from '#src/operations/outcome.ts';
import { type OpId, toOpId } from '#src/protocol/brands.ts';
import { hashStartLength, maxWritten, type Written } from '#src/protocol/envelope.ts';
import { unsentRescued } from './rescue.ts';
import { type NewOperation, tablesToWrite, writeOperation } from './write-operation.ts';

/**
 * Writes an operation, its sequence number and its outbox row in one transaction: after a crash there is all of
 * it or nothing. A repeated opId is the same operation and changes nothing. Throws when the device cannot store.
 */
export function appendOperation(db: MoneyDb, operation: NewOperation, newDeviceId: string): Promise<void> {
  return transactPatiently(db, 'rw', tablesToWrite(db), (inside) =>
    writeOperation(inside, operation, newDeviceId),
  );
}

/** An operation for the drain: the envelope to send, and its status. */
export type Sendable = { envelope: Envelope; status: OperationStatus };

/** Returns readable operations in these states, oldest first. Names and other statuses are not loaded. */
async function sendableIn(db: MoneyDb, states: readonly OperationStatus['state'][]): Promise<Sendable[]> {
  const statuses = await statusesIn(db, states);
  if (statuses.length === 0) return [];
  const stored = await getMany(
    db.envelopes,
    statuses.map(({ opId }) => opId),
  );
  return statuses.flatMap((status, index) => {
    const envelope = readEnvelope(stored[index]);
    return envelope ? [{ envelope, status }] : [];
  });
}

/**
 * Returns the written operations without an answer, as a call names them: whatever it carries, the rest
 * existed by then too.
 */
export async function readWritten(db: MoneyDb): Promise<Written> {
  const statuses = await withLiveHandle(db, () => statusesIn(db, openStates));
  const oldest = statuses.slice(0, maxWritten);
  const stored = await getMany(
    db.envelopes,
    oldest.map(({ opId }) => opId),
  );
  return oldest.flatMap(({ seq }, index): Written => {
    const envelope = stored[index];
    return envelope && 'hash' in envelope ? [[seq, envelope.hash.slice(0, hashStartLength)]] : [];
  });
}

/** Returns operations with an open status, oldest first. */
export async function openOperations(db: MoneyDb): Promise<Operation[]> {
  return readOperations(db, await withLiveHandle(db, () => statusesIn(db, openStates)));
}

/** Returns operations with these numbers in any state: the server requests those that it lacks. */
export async function operationsBySeq(db: MoneyDb, seqs: readonly number[]): Promise<Operation[]> {
  const statuses = await withLiveHandle(db, () =>
    db.statuses
      .where('seq')
      .anyOf([...seqs])
      .sortBy('seq'),
  );
  return readOperations(db, statuses);
}

/**
 * Returns statuses in any of these states, oldest first. One query per state, because several at once would
 * be read row by row.
 */
export async function statusesIn(
  db: MoneyDb,
  states: readonly OperationStatus['state'][],
): Promise<OperationStatus[]> {
  const found = await Promise.all(states.map((state) => db.statuses.where('state').equals(state).toArray()));
  return found.flat().sort((a, b) => a.seq - b.seq);
}

/** Returns the operations of these statuses, in their order. */
export async function readOperations(
  db: MoneyDb,
  statuses: readonly OperationStatus[],
): Promise<Operation[]> {
  const ids = statuses.map((status) => status.opId);
  const acceptanceIds = statuses.flatMap(({ offline }) =>
    offline?.kind === 'accepted' ? [offline.opId] : [],
  );
  const [stored, labels, acceptances] = await Promise.all([
    getMany(db.envelopes, ids),
    getMany(db.labels, ids),
    getMany(db.statuses, acceptanceIds),
  ]);
  const acceptanceOf = new Map(acceptances.map((status) => [status?.opId, status]));
  return statuses.map((status, index) => ({
    envelope: readEnvelope(stored[index]),
    status,
    label: labels[index] ?? null,
    acceptance: (status.offline?.kind === 'accepted' && acceptanceOf.get(status.offline.opId)) || null,
  }));
}

/**
 * Changes a status unless it is final, and returns whether it did. An operation that the server has recorded
 * never becomes unsent again.
 */
export async function updateStatus(
  db: MoneyDb,
  opId: OpId,
  change: Partial<OperationStatus>,
): Promise<boolean> {
  return (await updateStatuses(db, [{ opId, change }])).has(opId);
}

/** `updateStatus` for many operations, in one transaction. Returns those that changed. */
export async function updateStatuses(
  db: MoneyDb,
  changes: readonly { opId: OpId; change: Partial<OperationStatus> }[],
): Promise<Set<OpId>> {
  return transact(db, 'rw', [db.statuses], (inside) => updateStatusesIn(inside, changes));
}

/**
 * `updateStatus` for many distinct operations inside the caller's transaction, in one read and one write,
 * because a batch has a hundred. Returns those that changed.
 */
export async function updateStatusesIn(
  db: MoneyDb,
  changes: readonly { opId: OpId; change: Partial<OperationStatus> }[],
): Promise<Set<OpId>> {
  const held = await db.statuses.bulkGet(changes.map(({ opId }) => opId));
  const moved = changes.flatMap(({ change }, index) => movedStatus(held[index], change) ?? []);
  if (moved.length > 0) await db.statuses.bulkPut(moved);
  return new Set(moved.map(({ opId }) => opId));
}

/** Returns null when it is final or does not exist. */
function movedStatus(
  status: OperationStatus | undefined,
  change: Partial<OperationStatus>,
): OperationStatus | null {
  if (!status || isFinal(status)) return null;
  const isStep = change.state !== undefined && openStates.some((open) => open === change.state);
  const { state: _state, ...rest } = change;
  return { ...status, ...(isRecorded(status) && isStep ? rest : change) };
}

/** Marks these as being sent, in one transaction. Returns those that were still open. */
export async function markSending(db: MoneyDb, opIds: readonly OpId[]): Promise<Set<OpId>> {
  return updateStatuses(
    db,
    opIds.map((opId) => ({ opId, change: { state: 'sending' } })),
  );
}

/** Failures of the link, as opposed to a delay that the server requested. */
const linkReasons = new Set<OperationStatus['lastError']>(['network', 'timeout', 'not-ours']);

/**
 * The link is back: operations that waited for it become due within `spreadMs`, all at one moment, which
 * fills the batches. A delay that the server requested is kept.
 */
export async function hurryOperations(
  db: MoneyDb,
  now: number,
  spreadMs: number,
  random: () => number,
): Promise<void> {
  const nextAttemptAt = now + Math.round(random() * spreadMs);
  await withLiveHandle(db, () =>
    db.statuses
      .where('state')
      .equals('pending')
      .and(({ nextAttemptAt: at, lastError }) => at > now + spreadMs && linkReasons.has(lastError))
      .modify({ nextAttemptAt }),
  );
}

/** Operations that the server lacks or has not decided: the device's own, oldest first, and imported ones. */
export type Unsent = { enrolment: Enrolment | null; operations: Sendable[]; rescued: RescuedEntry[] };

/**
 * Reads everything that a drain needs in one transaction: a tablet polls every few seconds, mostly in vain.
 */
export function readUnsent(db: MoneyDb): Promise<Unsent> {
  return withLiveHandle(db, () =>
    db.transaction('r', [db.enrolment, db.statuses, db.envelopes, db.rescued], async () => {
      const [enrolment, operations, rescued] = await Promise.all([
        db.enrolment.get('self'),
        sendableIn(db, [...openStates, ...recordedStates]),
        unsentRescued(db),
      ]);
      return { enrolment: enrolment ?? null, operations, rescued };
    }),
  );
}

/** Writes and removes a row beside the operations: it succeeds once a placement would. */
export async function tryWriting(db: MoneyDb): Promise<void> {
  const opId = toOpId('probe');
  await transact(db, 'rw', tablesToWrite(db), async ({ labels }) => {
    await labels.put({ opId, userName: '', estanteName: '' });
    await labels.delete(opId);
  });
}
