import type { SyncResult } from '#src/contract/sync.ts';
import { recordAcceptance } from './sync-acceptance.ts';
import { recordOfflineCustomer } from './sync-customer.ts';
import { noteIncident, refuseEntry, type EntryFacts, type EntryScene } from './sync-entry-scene.ts';
import { advanceHead, judgePlace } from './sync-journal.ts';
import type { SyncDevice } from './sync-ports.ts';
import type { ReadyEntry } from './sync-prepare.ts';
import { recordOfflinePurchase } from './sync-purchase.ts';
import { recordOfflineTopUp } from './sync-top-up.ts';
import { recordWithdrawal } from './sync-withdrawal.ts';

/**
 * One operation inside its savepoint: its place in the journal, then what it asks for. Answers the author's head after it, which
 * the caller writes down at the end of the transaction.
 * Throws NotNow when nothing of it may stay.
 */
export async function processEntry(
  scene: EntryScene,
  entry: ReadyEntry,
): Promise<{ result: SyncResult; author: SyncDevice }> {
  const { tx, author } = scene;
  const { envelope } = entry;
  const known = await tx.findEntry(envelope.opId);
  if (known && known.hash !== envelope.hash) {
    await noteIncident(scene, envelope, 'changed-body');
    return { result: refuseEntry(scene, envelope, 'KEY_REUSED'), author };
  }
  const operator = scene.operators.find(({ id }) => id === envelope.operatorId) ?? null;
  if (known) return { result: await record(scene, entry, { isFork: known.isFork, operator }), author };
  const { seq } = envelope;
  const neighbours = await tx.findEntriesAt(author.id, [seq - 1, seq, seq + 1]);
  const { isFork, incidents } = judgePlace(author, envelope, neighbours);
  for (const kind of incidents) await noteIncident(scene, envelope, kind);
  await tx.insertEntry({
    opId: envelope.opId,
    deviceId: author.id,
    seq,
    hash: envelope.hash,
    prevHash: envelope.prevHash,
    isFork,
    contact: scene.contact,
    envelope,
    sig: entry.sig,
    uploadedBy: scene.uploaderId,
    recordedAt: scene.now,
  });
  const head = isFork || seq <= author.start.seq ? author.head : advanceHead(author.head, seq, envelope.hash);
  return {
    result: await record(scene, entry, { isFork, operator }),
    author: { ...author, head },
  };
}

function record(scene: EntryScene, entry: ReadyEntry, facts: EntryFacts): Promise<SyncResult> {
  const { envelope } = entry;
  switch (envelope.kind) {
    case 'customer':
      return recordOfflineCustomer(scene, envelope, entry.registration);
    case 'top-up':
      return recordOfflineTopUp(scene, envelope, facts, entry.paper);
    case 'purchase':
      return recordOfflinePurchase(scene, envelope, facts);
    case 'withdrawal':
      return recordWithdrawal(scene, envelope, facts);
    case 'acceptance':
      return recordAcceptance(scene, envelope, facts, entry.proof);
  }
}
