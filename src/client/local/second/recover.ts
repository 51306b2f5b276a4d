import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { type OfflineStatus, readEnvelope } from '#src/client/local/db/operation.ts';
import type { DeviceRow, RescuedEntry } from '#src/client/local/db/rows.ts';
import { amountOf } from '#src/client/local/outbox/read-outbox.ts';
import { keepRescuedIn } from '#src/client/local/outbox/rescue.ts';
import { newStatus } from '#src/client/local/outbox/write-operation.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { aboutWhich, exposureOf } from '#src/operations/exposure.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import type { CopiedEntry, FoldedCopy } from './copy-records.ts';
import { noteRecovery } from './recovery-notice.ts';
import type { SecondCopy } from './second-copy.ts';

/**
 * Compares the database with the second copy and restores what only the copy has, in one transaction. After a
 * crash the copy is intact, and the next start repeats it. A journal that lost its end gets it back, so that
 * no number is used twice. Operations of another journal, usually the one whose keys were lost with the
 * database, become a rescued outbox, delivered under the present or next enrolment. Each is restored once, by
 * id. Returns how many of them the server has not settled.
 */
export async function recoverLost(
  db: MoneyDb,
  copy: SecondCopy,
  now: number,
  dataLoss: string,
): Promise<number> {
  const read = await copy.read();
  if (!read) return 0;
  return db.transaction('rw', db.tables, async () => {
    const device = await db.device.get('self');
    const lost = await lostEntries(db, read, device);
    const own = await ownOf(db, device, lost);
    const others = lost.filter((one) => !own.includes(one) && !read.settled.has(one.envelope.opId));
    if (device) await putBack(db, device, own, read);
    const rescued = await keepRescuedIn(
      db,
      others.flatMap(({ entry }) => rescuedEntryOf(entry, now) ?? []),
    );
    const open = own.filter(({ envelope }) => !read.settled.has(envelope.opId)).length + rescued;
    await noteRecovery(db, { at: now, count: open, damaged: read.damaged, dataLoss });
    return open;
  });
}

/**
 * Settled ones only where the journal has lost its end: older ones may have been deleted because they are
 * settled.
 */
async function lostEntries(
  db: MoneyDb,
  { entries, settled }: FoldedCopy,
  device: DeviceRow | undefined,
): Promise<CopiedEntry[]> {
  const ids = [...entries.keys()];
  const [held, rescued] = [await db.envelopes.bulkGet(ids), await db.rescued.bulkGet(ids)];
  return [...entries.values()].filter(({ envelope }, index) => {
    if (held[index] || rescued[index]) return false;
    const isAtTheEnd = envelope.deviceId === device?.deviceId && envelope.seq > device.lastSeq;
    return isAtTheEnd || !settled.has(envelope.opId);
  });
}

/** Operations of this device's own journal, whose keys are still here, with numbers not used since. */
async function ownOf(
  db: MoneyDb,
  device: DeviceRow | undefined,
  lost: readonly CopiedEntry[],
): Promise<CopiedEntry[]> {
  const enrolment = await db.enrolment.get('self');
  if (!device || enrolment?.deviceId !== device.deviceId) return [];
  const mine = lost.filter(({ envelope }) => envelope.deviceId === device.deviceId);
  const seqs = mine.map(({ envelope }) => envelope.seq);
  const taken = new Set((await db.envelopes.where('seq').anyOf(seqs).toArray()).map(({ seq }) => seq));
  return mine.filter(({ envelope }) => !taken.has(envelope.seq));
}

async function putBack(
  db: MoneyDb,
  device: DeviceRow,
  own: readonly CopiedEntry[],
  { heads, entries }: FoldedCopy,
): Promise<void> {
  const head = heads.get(device.deviceId);
  let { latestSeen } = device;
  for (const { envelope, entry } of own) {
    const decided = decidedFor(envelope.opId, entries);
    await db.envelopes.put(envelope);
    await db.statuses.put(newStatus(envelope, Date.parse(envelope.occurredAt), decided));
    await db.signatures.put({ opId: envelope.opId, sig: entry.sig });
    if ('dataHash' in envelope.payload && entry.registration)
      await db.registrations.put({
        opId: envelope.opId,
        clientId: envelope.payload.clientId,
        ...entry.registration,
      });
    const exposure = exposureOf(envelope);
    // A top-up's voucher may have been issued, so it counts as issued.
    const accepted = exposure?.kind === 'issued' || decided?.kind === 'accepted';
    if (exposure && decided?.kind !== 'withdrawn')
      await db.exposures.put({ opId: envelope.opId, ...exposure, accepted });
    latestSeen = Math.max(latestSeen, Date.parse(envelope.occurredAt) + envelope.clockOffset);
    await markDecided(db, envelope);
  }
  if (!head || (head.seq <= device.lastSeq && own.length === 0)) return;
  const end = head.seq > device.lastSeq ? { lastSeq: head.seq, headHash: head.hash } : {};
  await db.device.put({ ...device, ...end, latestSeen });
}

/** Returns this device's decision about a sale or top-up, from its other envelope. */
function decidedFor(opId: OpId, entries: FoldedCopy['entries']): OfflineStatus | undefined {
  const [decision] = [...entries.values()].flatMap(({ envelope }) =>
    aboutWhich(envelope) === opId ? (decisionOf(envelope) ?? []) : [],
  );
  return decision;
}

/** Returns the decision that an envelope says about another operation, if any. */
function decisionOf({ kind, opId }: Envelope): OfflineStatus | null {
  if (kind === 'acceptance') return { kind: 'accepted', opId };
  if (kind === 'withdrawal') return { kind: 'withdrawn', opId, reason: 'BY_PERSON', most: 0 };
  return kind === 'top-up-void' ? { kind: 'voided', opId } : null;
}

/** Restores the decision of an operation that was kept without it. */
async function markDecided(db: MoneyDb, envelope: Envelope): Promise<void> {
  const opId = aboutWhich(envelope);
  const offline = decisionOf(envelope);
  const status = opId === null ? undefined : await db.statuses.get(opId);
  if (!status || !offline) return;
  const { opId: decided } = status;
  if (offline.kind !== 'voided' && isDecided(status.offline)) return;
  await db.statuses.put({ ...status, offline });
  if (offline.kind === 'accepted')
    await db.exposures.where('opId').equals(decided).modify({ accepted: true });
  if (offline.kind === 'withdrawn') await db.exposures.delete(decided);
}

function isDecided(offline: OfflineStatus | undefined): boolean {
  return offline?.kind === 'accepted' || offline?.kind === 'withdrawn';
}

/** Returns null when this version cannot read the envelope, or its hash does not match. */
export function rescuedEntryOf(entry: SyncEntry, now: number): RescuedEntry | null {
  const envelope = readEnvelope(entry.envelope as Parameters<typeof readEnvelope>[0]);
  if (!envelope || envelopeHash(envelope) !== envelope.hash) return null;
  return {
    opId: envelope.opId,
    deviceId: envelope.deviceId,
    seq: envelope.seq,
    entry,
    amount: amountOf({ envelope }),
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    message: '',
    importedAt: now,
  };
}
