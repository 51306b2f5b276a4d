import type { SyncResult } from '#src/contract/devices/sync.ts';
import { recordAcceptance } from '#src/server/sync/entries/acceptance.ts';
import {
  recordIncident,
  refuseEntry,
  type EntryContext,
  type EntryFacts,
} from '#src/server/sync/entries/context.ts';
import { recordOfflineCustomer } from '#src/server/sync/entries/customer.ts';
import { recordOfflinePurchase } from '#src/server/sync/entries/purchase.ts';
import { recordOfflineTopUp } from '#src/server/sync/entries/top-up.ts';
import { recordWithdrawal } from '#src/server/sync/entries/withdrawal.ts';
import { advanceHead, checkSequence, noteAwaiting } from '#src/server/sync/envelopes/journal.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { JournalHead, SyncDevice } from '#src/server/sync/ports/ports.ts';

/**
 * Processes one operation: its place in the journal, then its content. Returns the author's head after it, which the
 * caller stores at the end of the transaction. One that is recorded and has no answer yet is asked for again. Throws
 * RetryLater when nothing of it may be recorded.
 */
export async function processEntry(
  context: EntryContext,
  entry: ReadyEntry,
): Promise<{ result: SyncResult; author: SyncDevice }> {
  const { tx, author } = context;
  const { envelope } = entry;
  const known = await tx.findEntry(envelope.opId);
  if (known && known.hash !== envelope.hash) {
    await recordIncident(context, envelope, 'changed-body');
    return { result: refuseEntry(context, envelope, 'KEY_REUSED'), author };
  }
  const operator = context.operators.find(({ id }) => id === envelope.operatorId) ?? null;
  if (known) return settle(context, entry, { isFork: known.isFork, operator }, author.head);
  const { seq } = envelope;
  const neighbours = await tx.findEntriesAt(author.id, [seq - 1, seq, seq + 1]);
  const { isFork, incidents } = checkSequence(author, envelope, neighbours);
  for (const kind of incidents) await recordIncident(context, envelope, kind);
  await tx.insertEntry({
    opId: envelope.opId,
    deviceId: author.id,
    seq,
    hash: envelope.hash,
    prevHash: envelope.prevHash,
    isFork,
    contact: context.contact,
    envelope,
    sig: entry.sig,
    uploadedBy: context.uploaderId,
    recordedAt: context.now,
  });
  const head = isFork || seq <= author.start.seq ? author.head : advanceHead(author.head, seq, envelope.hash);
  return settle(context, entry, { isFork, operator }, head);
}

async function settle(
  context: EntryContext,
  entry: ReadyEntry,
  facts: EntryFacts,
  head: JournalHead,
): Promise<{ result: SyncResult; author: SyncDevice }> {
  const { author } = context;
  const result = await record(context, entry, facts);
  const after = noteAwaiting(head, entry.envelope.seq, result.state === 'again');
  return { result, author: after === author.head ? author : { ...author, head: after } };
}

function record(context: EntryContext, entry: ReadyEntry, facts: EntryFacts): Promise<SyncResult> {
  const { envelope } = entry;
  switch (envelope.kind) {
    case 'customer':
      return recordOfflineCustomer(context, envelope, entry.registration);
    case 'top-up':
      return recordOfflineTopUp(context, envelope, facts, entry.link);
    case 'purchase':
      return recordOfflinePurchase(context, envelope, facts);
    case 'withdrawal':
      return recordWithdrawal(context, envelope, facts);
    case 'acceptance':
      return recordAcceptance(context, envelope, facts, entry.proof);
  }
}
