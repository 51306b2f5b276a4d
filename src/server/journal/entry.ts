import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { recordAcceptance } from '#src/operations/acceptance/entry.ts';
import { customerAgain, recordOfflineCustomer } from '#src/operations/customer/entry.ts';
import { refuse } from '#src/operations/decision.ts';
import type { Envelope, EnvelopeKind, EnvelopeOf } from '#src/operations/envelopes.ts';
import { exposureOf } from '#src/operations/exposure.ts';
import { purchaseResult, recordOfflinePurchase } from '#src/operations/purchase/entry.ts';
import { recordTopUpVoid } from '#src/operations/top-up-void/entry.ts';
import { recordOfflineTopUp, topUpResult } from '#src/operations/top-up/entry.ts';
import { recordWithdrawal } from '#src/operations/withdrawal/entry.ts';
import { toOpId, type Pesos } from '#src/protocol/brands.ts';
import {
  advanceHead,
  checkSequence,
  leavesTooManyGaps,
  noteAwaiting,
} from '#src/server/journal/envelopes/journal.ts';
import { findOwnReceipt, purchaseKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { acceptanceResult, refusedResult } from '#src/server/journal/envelopes/results.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import { toStoredAnswer, type Receipt } from '#src/server/ledger/receipts.ts';
import {
  finish,
  recordIncident,
  refuseEntry,
  refuseReused,
  type EntryContext,
  type EntryFacts,
} from './entry-context.ts';
import { reviewContradiction } from './proven.ts';

/** `recovered`: amount that came back by its sealed receipt, smallest unit shown. */
export type Processed = { result: SyncResult; author: SyncDevice; recovered?: Pesos };

/** An operation with its place in the journal, or the reason why none of it is recorded. */
export type Entered = { author: SyncDevice; facts: EntryFacts | 'reused' | 'too-many-gaps' };

/** Processes one operation: first its place in the journal, then its content. */
export async function processEntry(context: EntryContext, entry: ReadyEntry): Promise<Processed> {
  const { author, facts } = await enterEntry(context, entry);
  return settleEntry({ ...context, author }, entry, facts);
}

/**
 * Enters the operation in the journal. Returns the author's new head, which the caller stores at the end of
 * the transaction.
 */
export async function enterEntry(context: EntryContext, entry: ReadyEntry): Promise<Entered> {
  const { tx, author } = context;
  const { envelope } = entry;
  const known = await tx.findEntry(envelope.opId);
  if (known && known.hash !== envelope.hash) return { author, facts: 'reused' };
  // A call has posted another operation under this id. The device of that operation still needs the place in
  // the journal.
  if (!known && (await findOwnReceipt(tx, envelope)) === 'reused') return { author, facts: 'reused' };
  const operator = context.operators.find(({ id }) => id === envelope.operatorId) ?? null;
  const isProven = entry.proven !== null && entry.proven.state !== 'refused';
  const { seq } = envelope;
  const suspendedSeq = operator?.suspendedSeq ?? null;
  const facts = { operator, isProven, isOfBefore: suspendedSeq !== null && seq <= suspendedSeq };
  if (known) return { author, facts: { isFork: known.isFork, ...facts } };
  if (seq > author.start.seq && leavesTooManyGaps(author.head, seq))
    return { author, facts: 'too-many-gaps' };
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
  return { author: head === author.head ? author : { ...author, head }, facts: { isFork, ...facts } };
}

/**
 * Settles the operation's content. A recorded operation without an answer is requested again. Throws
 * RetryLater when nothing of it may be recorded.
 */
export async function settleEntry(
  context: EntryContext,
  entry: ReadyEntry,
  facts: Entered['facts'],
): Promise<Processed> {
  const { author } = context;
  const { envelope } = entry;
  if (facts === 'reused') return { result: await refuseReused(context, envelope), author };
  if (facts === 'too-many-gaps') return { result: await refuseGap(context, envelope), author };
  const returning = facts.isProven ? await amountReturning(context, envelope) : 0;
  const result = await record(context, entry, facts);
  const after = noteAwaiting(author.head, envelope.seq, result.state === 'again');
  const isBack = result.state === 'accepted' || result.state === 'settled-with-overspend';
  return {
    result,
    author: after === author.head ? author : { ...author, head: after },
    ...(isBack && returning > 0 ? { recovered: returning } : {}),
  };
}

/**
 * Returns the amount that this operation brings back when it is recorded now, or 0 when it is already here or
 * moves no money.
 */
async function amountReturning({ tx }: EntryContext, envelope: Envelope): Promise<Pesos> {
  if (await findOwnReceipt(tx, envelope)) return 0;
  const money = exposureOf(envelope);
  if (money) return money.amount;
  if (envelope.kind !== 'acceptance') return 0;
  const purchase = await tx.findReceipt(purchaseKeyOf(envelope.payload));
  return purchase !== 'reused' && purchase?.refusal === null ? 0 : envelope.payload.price;
}

/**
 * Requests the operation again once earlier numbers are here. A single incident records it, whatever the
 * number.
 */
async function refuseGap(
  { tx, author, now, ...context }: EntryContext,
  envelope: Envelope,
): Promise<SyncResult> {
  const { opId } = envelope;
  await tx.insertIncidents([{ deviceId: author.id, kind: 'gap', seq: 0, opId: toOpId(''), noticedAt: now }]);
  return refusedResult(opId, 'WAITS_FOR_ANOTHER', { symbol: context.deps.currencySymbol }, 'again');
}

async function record(context: EntryContext, entry: ReadyEntry, facts: EntryFacts): Promise<SyncResult> {
  const { envelope, proven } = entry;
  const receipt = await findOwnReceipt(context.tx, envelope);
  if (receipt === 'reused') return refuseReused(context, envelope);
  if (receipt) {
    return wayOf(envelope).again(context, envelope, receipt, entry);
  }
  // No goods were handed over for a purchase that this server's seal shows as refused, or a manager decided so. A
  // manager decides an open line.
  if (proven?.code !== undefined && proven.state === 'refused' && !(await isOpen(context, envelope)))
    return finish(context, envelope, refuse(proven.code));
  return wayOf(envelope).record(context, envelope, facts, entry);
}

async function isOpen({ tx }: EntryContext, { opId }: Envelope): Promise<boolean> {
  return (await tx.findConflict(opId)) !== null;
}

/** `record`: for the first time. `again`: the first answer stays, whatever the caller may do by now. */
type Way<Kind extends EnvelopeKind> = {
  record(
    context: EntryContext,
    envelope: EnvelopeOf<Kind>,
    facts: EntryFacts,
    entry: ReadyEntry,
  ): Promise<SyncResult>;
  again(
    context: EntryContext,
    envelope: EnvelopeOf<Kind>,
    receipt: Receipt,
    entry: ReadyEntry,
  ): Promise<SyncResult>;
};

const doneOrRefused = async (
  context: EntryContext,
  envelope: Envelope,
  { refusal }: Receipt,
): Promise<SyncResult> =>
  refusal ? refuseEntry(context, envelope, refusal) : { opId: envelope.opId, state: 'accepted' };

const ways: { [Kind in EnvelopeKind]: Way<Kind> } = {
  customer: {
    record: (context, envelope, facts, { registration }) =>
      recordOfflineCustomer(context, envelope, facts, registration),
    again: (context, envelope, receipt, { registration }) =>
      customerAgain(context, envelope, receipt, registration),
  },
  'top-up': {
    record: recordOfflineTopUp,
    again: async (context, envelope, { refusal, answer }) =>
      refusal
        ? refuseEntry(context, envelope, refusal)
        : topUpResult(envelope, topUpReceiptSchema.parse(answer)),
  },
  purchase: {
    record: recordOfflinePurchase,
    again: async (context, envelope, receipt, { proven }) =>
      (proven && (await reviewContradiction(context, envelope, receipt, proven))) ??
      purchaseResult(
        context,
        envelope,
        toStoredAnswer(receipt, receipt.bodyHash, (kept) => purchaseReceiptSchema.parse(kept), true),
      ),
  },
  withdrawal: { record: recordWithdrawal, again: doneOrRefused },
  'top-up-void': { record: recordTopUpVoid, again: doneOrRefused },
  acceptance: {
    record: (context, envelope, facts, { proof }) => recordAcceptance(context, envelope, facts, proof),
    again: async ({ deps }, _envelope, receipt) => acceptanceResult(receipt, { symbol: deps.currencySymbol }),
  },
};

function wayOf<Kind extends EnvelopeKind>({ kind }: { kind: Kind }): Way<Kind> {
  return ways[kind];
}
