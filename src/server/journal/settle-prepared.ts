import type { IncidentKind } from '#src/contract/devices/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { prepareEntries, type Prepared, type ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { refusedResult } from '#src/server/journal/envelopes/results.ts';
import type { Epoch, NewIncident, SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { settleGroup } from './batch.ts';

/** For an incident that concerns no operation. */
export const nowhere = { seq: 0, opId: toOpId('') };

/**
 * Settles operations from a rescue file that the server decrypted, without a device to carry them. They are
 * judged as in any call. No person counts as signed in: the session of the person who uploads a file vouches
 * for no operation in it.
 */
export async function deliverEntries(
  deps: SyncDeps,
  author: SyncDevice,
  entries: readonly SyncEntry[],
): Promise<readonly SyncResult[]> {
  const now = deps.now();
  const prepared = await prepareEntries(deps, author, entries);
  const { ready, results } = await settlePrepared(deps, author, prepared, { signedIn: null, now });
  const [devices, epoch] = await Promise.all([deps.store.readDevices([author.id]), deps.store.readEpoch()]);
  await noteGaps(deps, epoch, { devices, ready }, now);
  return results;
}

export type Settled = {
  /** Settled operations, in the order of their authors' journals. */
  ready: readonly ReadyEntry[];
  /** One result per operation, in the order given. */
  results: readonly SyncResult[];
};

/** Settles the operations that are ready, in the order of each author's journal. */
export async function settlePrepared(
  deps: SyncDeps,
  uploader: SyncDevice,
  prepared: readonly Prepared[],
  { signedIn, now }: { signedIn: string | null; now: Date },
): Promise<Settled> {
  await recordUnknownAuthors(deps, uploader, prepared, now);
  const results: SyncResult[] = prepared.map((entry) => resultWithoutJournal(deps, entry));
  const ready = prepared.filter((entry) => entry.kind === 'ready');
  ready.sort(byJournal);
  const contacts = new Map<string, number>();
  const group = { deps, uploaderId: uploader.id, contacts, signedIn, withdrawn: withdrawnBy(ready), now };
  for (let at = 0; at < ready.length; at += deps.maxPerTransaction)
    for (const [index, result] of await settleGroup(group, ready.slice(at, at + deps.maxPerTransaction)))
      results[index] = result;
  return { ready, results };
}

const incidentOf: Partial<Record<Prepared['kind'], IncidentKind>> = {
  'unknown-author': 'foreign-device',
  'foreign-author': 'foreign-device',
  'changed-body': 'changed-body',
  'bad-signature': 'bad-signature',
};

/**
 * An envelope without a valid signature of the market never reaches the journal, because anyone could have
 * made it. It is recorded as an incident of the sender.
 */
async function recordUnknownAuthors(
  { store }: SyncDeps,
  uploader: SyncDevice,
  prepared: readonly Prepared[],
  noticedAt: Date,
): Promise<void> {
  const incidents = prepared.flatMap((entry) => {
    const kind = incidentOf[entry.kind];
    if (!kind || entry.kind === 'unreadable') return [];
    const { seq, opId } = entry.envelope;
    return [{ deviceId: uploader.id, kind, seq, opId, noticedAt }];
  });
  if (incidents.length === 0) return;
  await store.inTransaction((tx) => tx.insertIncidents(incidents));
}

const refusalOf: Partial<Record<Prepared['kind'], RefusalCode>> = {
  'unknown-author': 'DEVICE_UNKNOWN',
  'foreign-author': 'DEVICE_OF_ANOTHER_MARKET',
};

/** Returns the result of an unprocessed entry, and the initial result of every other. */
function resultWithoutJournal({ currencySymbol: symbol }: SyncDeps, entry: Prepared): SyncResult {
  if (entry.kind === 'unreadable') return { opId: entry.opId, state: 'unreadable' };
  const { opId } = entry.envelope;
  if (entry.kind === 'ready') return refusedResult(opId, 'INTERNAL', { symbol }, 'again');
  return refusedResult(opId, refusalOf[entry.kind] ?? 'DEVICE_PROOF_INVALID', { symbol });
}

/** By author: a device can only withdraw its own purchases. */
function withdrawnBy(ready: readonly ReadyEntry[]): Map<string, Set<OpId>> {
  const withdrawn = new Map<string, Set<OpId>>();
  for (const { envelope } of ready)
    if (envelope.kind === 'withdrawal')
      withdrawn.set(
        envelope.deviceId,
        (withdrawn.get(envelope.deviceId) ?? new Set()).add(envelope.payload.purchaseOpId),
      );
  return withdrawn;
}

function byJournal(a: ReadyEntry, b: ReadyEntry): number {
  const [left, right] = [a.envelope, b.envelope];
  if (left.deviceId !== right.deviceId) return left.deviceId < right.deviceId ? -1 : 1;
  return left.seq - right.seq;
}

/**
 * Records an incident for numbers that an author owes and did not send with this request, except while it
 * redelivers operations lost in a restore.
 */
export async function noteGaps(
  { store }: SyncDeps,
  epoch: Epoch,
  { devices, ready }: { devices: readonly SyncDevice[]; ready: readonly ReadyEntry[] },
  noticedAt: Date,
): Promise<void> {
  const gapped = devices.filter(({ head }) => head.gaps.length > 0);
  if (gapped.length === 0) return;
  await store.inTransaction(async (tx) => {
    for (const device of gapped)
      if (!(await tx.isExpected(epoch.number, device.id))) await recordGaps(tx, device, ready, noticedAt);
  });
}

async function recordGaps(
  tx: SyncTransaction,
  { id, head }: SyncDevice,
  ready: readonly ReadyEntry[],
  noticedAt: Date,
): Promise<void> {
  const sent = new Set(ready.flatMap(({ envelope }) => (envelope.deviceId === id ? [envelope.seq] : [])));
  const incidents = head.gaps.flatMap(([from, to]): NewIncident[] => {
    const seq = firstNotIn(sent, from, to);
    return seq === null ? [] : [{ deviceId: id, kind: 'gap', seq, opId: nowhere.opId, noticedAt }];
  });
  if (incidents.length > 0) await tx.insertIncidents(incidents);
}

function firstNotIn(sent: ReadonlySet<number>, from: number, to: number): number | null {
  for (let seq = from; seq <= to; seq += 1) if (!sent.has(seq)) return seq;
  return null;
}
