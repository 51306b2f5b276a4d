import type { Envelope } from '#src/contract/envelope.ts';
import type { MoneyDb } from './money-db.ts';
import { isFinal, isRecorded, openStates, type Fate, type Operation } from './operation.ts';
import { readEnvelope } from './read-envelope.ts';
import { withLiveHandle } from './reopen-lost-handle.ts';
import { tablesToWrite, writeOperation, type NewOperation } from './write-operation.ts';

/**
 * Writes the fact, its sequence number and its place in the outbox in one transaction: after a crash there is all of it
 * or nothing. The same opId twice is the same operation and changes nothing. Throws when the device cannot store.
 */
export async function appendOperation(
  db: MoneyDb,
  operation: NewOperation,
  newDeviceId: string,
): Promise<void> {
  await withLiveHandle(db, () =>
    db.transaction('rw', tablesToWrite(db), async () => writeOperation(db, operation, newDeviceId)),
  );
}

/** An operation as the drain needs it: what to send, and what became of it so far. */
export type Sendable = { envelope: Envelope; fate: Fate };

/** Operations in these states that this version can read, oldest first; names and other fates are left where they are. */
export async function sendableOperations(db: MoneyDb, states: readonly Fate['state'][]): Promise<Sendable[]> {
  return withLiveHandle(db, async () => {
    const fates = await db.fates.where('state').anyOf(states).sortBy('seq');
    if (fates.length === 0) return [];
    const stored = await db.envelopes.bulkGet(fates.map(({ opId }) => opId));
    return fates.flatMap((fate, index) => {
      const envelope = readEnvelope(stored[index]);
      return envelope ? [{ envelope, fate }] : [];
    });
  });
}

/** Operations whose fate is open, oldest first. */
export async function openOperations(db: MoneyDb): Promise<Operation[]> {
  return operationsIn(db, openStates);
}

/** Operations with these numbers, whatever became of them: the server asks for what it does not have. */
export async function operationsBySeq(db: MoneyDb, seqs: readonly number[]): Promise<Operation[]> {
  const fates = await withLiveHandle(db, () =>
    db.fates
      .where('seq')
      .anyOf([...seqs])
      .sortBy('seq'),
  );
  return readOperations(db, fates);
}

async function operationsIn(db: MoneyDb, states: readonly Fate['state'][]): Promise<Operation[]> {
  const fates = await withLiveHandle(db, () => db.fates.where('state').anyOf(states).sortBy('seq'));
  return readOperations(db, fates);
}

/** Operations with these fates, in their order. */
export async function readOperations(db: MoneyDb, fates: readonly Fate[]): Promise<Operation[]> {
  const ids = fates.map((fate) => fate.opId);
  const acceptanceIds = fates.map(({ offline }) => (offline?.kind === 'accepted' ? offline.opId : ''));
  const [stored, labels, acceptances] = await Promise.all([
    db.envelopes.bulkGet(ids),
    db.labels.bulkGet(ids),
    db.fates.bulkGet(acceptanceIds),
  ]);
  return fates.map((fate, index) => ({
    envelope: readEnvelope(stored[index]),
    fate,
    label: labels[index] ?? null,
    acceptance: acceptances[index] ?? null,
  }));
}

/** Changes a fate that is not final, and answers whether it did. What the server has recorded never becomes unsent again. */
export async function changeFate(db: MoneyDb, opId: string, change: Partial<Fate>): Promise<boolean> {
  return withLiveHandle(db, () => db.transaction('rw', db.fates, async () => moveFate(db, opId, change)));
}

/** `changeFate` of many operations, in one transaction. */
export async function changeFates(
  db: MoneyDb,
  changes: readonly { opId: string; change: Partial<Fate> }[],
): Promise<void> {
  await withLiveHandle(db, () =>
    db.transaction('rw', db.fates, async () => {
      for (const { opId, change } of changes) await moveFate(db, opId, change);
    }),
  );
}

/** `changeFate` inside the caller's transaction. */
export async function moveFate(db: MoneyDb, opId: string, change: Partial<Fate>): Promise<boolean> {
  const fate = await db.fates.get(opId);
  if (!fate || isFinal(fate)) return false;
  const isStep = change.state !== undefined && openStates.some((open) => open === change.state);
  const { state: _state, ...rest } = change;
  await db.fates.put({ ...fate, ...(isRecorded(fate) && isStep ? rest : change) });
  return true;
}

/** Marks all of these as being sent, in one transaction, and answers which of them still were open. */
export async function markSending(db: MoneyDb, opIds: readonly string[]): Promise<Set<string>> {
  return withLiveHandle(db, () =>
    db.transaction('rw', db.fates, async () => {
      const marked = new Set<string>();
      for (const opId of opIds) if (await moveFate(db, opId, { state: 'sending' })) marked.add(opId);
      return marked;
    }),
  );
}

/** The link is back: what waits for its next attempt is due within `spreadMs`, each at its own moment. */
export async function hurryOperations(
  db: MoneyDb,
  now: number,
  spreadMs: number,
  random: () => number,
): Promise<void> {
  await withLiveHandle(db, () =>
    db.fates
      .where('state')
      .equals('pending')
      .and((fate) => fate.nextAttemptAt > now + spreadMs)
      .modify((fate) => {
        fate.nextAttemptAt = now + Math.round(random() * spreadMs);
      }),
  );
}
