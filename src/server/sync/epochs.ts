import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import { heldReceiptsSchema, type ShownReceipt } from '#src/contract/sync/seal.ts';
import { isTransient, retryTransaction } from '#src/server/ledger/receipts.ts';
import { findOwnReceipt, receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { SealedFacts } from '#src/server/sync/envelopes/receipt-seal.ts';
import type { Epoch } from '#src/server/sync/ports/epoch-port.ts';
import type { SyncDeps, SyncTransaction } from '#src/server/sync/ports/ports.ts';

/**
 * Looks at the newest sealed receipt that a device has, and at those beside what it was asked for. One of ours that this
 * database does not have, from this very life of it or a later one, says that the database was put back to a copy of
 * before, whoever did that: a new epoch begins. From an earlier life it is what a new epoch asks for. The newest alone
 * may be here again: a request that the network kept from before the restore brings it back, and what came before it is
 * still missing.
 */
export async function noticeLoss(
  deps: SyncDeps,
  { lastSealed, entries }: Pick<SyncRequest, 'lastSealed' | 'entries'>,
): Promise<ShownReceipt | null> {
  const newest = lastSealed === undefined ? null : deps.sealer.shown(lastSealed);
  const beside = entries.flatMap(({ envelope, sealed }) =>
    sealed === undefined || typeof envelope !== 'object'
      ? []
      : (deps.sealer.shown({ ...envelope, ...sealed }) ?? []),
  );
  const shown = newest ? [newest, ...beside] : beside;
  if (shown.length === 0) return null;
  await retryTransaction(() =>
    deps.store.inTransaction(async (tx) => {
      const epoch = await tx.readEpoch();
      const lost = await lostOf(tx, epoch, shown);
      if (lost.length === 0) return;
      const known = Math.max(epoch.number, ...lost.map(({ seal }) => seal.epoch));
      const number = nextEpoch(known, deps.now());
      await tx.beginEpoch({ number, after: epoch.number, reason: 'noticed', at: deps.now() });
    }),
  );
  return newest;
}

async function lostOf(
  tx: SyncTransaction,
  epoch: Epoch,
  shown: readonly ShownReceipt[],
): Promise<ShownReceipt[]> {
  const ofNow = shown.filter(({ seal }) => seal.epoch === epoch.number && seal.position <= epoch.position);
  const here = ofNow.length === 0 ? [] : await tx.readJournalOutcomes(ofNow);
  const refusals = new Map(here.map(({ opId, refusal }) => [opId, refusal]));
  return shown.filter((receipt) => {
    if (!ofNow.includes(receipt)) return receipt.seal.epoch >= epoch.number;
    const refusal = refusals.get(receipt.opId);
    // Judged anew by a copy of before: the one answer there is to an operation would be the same.
    return refusal === undefined || (refusal !== null) !== (receipt.state === 'refused');
  });
}

/**
 * Larger than every number before, and no number twice: the same copy may be put back several times, and none of its lives
 * knows of the others.
 */
export function nextEpoch(known: number, now: Date): number {
  return Math.max(known + 1, now.getTime());
}

/** A device that this database does not know and that has a receipt of ours: the copy is from before its enrolment. */
export async function noteStranger({ store, onFailure }: SyncDeps, deviceId: string, shown: ShownReceipt) {
  try {
    await store.inTransaction(async (tx) => tx.noteStranger((await tx.readEpoch()).number, deviceId));
  } catch (error) {
    // It calls again.
    if (!isTransient(error)) onFailure(error, shown.opId);
  }
}

/**
 * Returns the journal numbers whose receipts a device reports and this database lacks, or has with another outcome. The
 * device then shows their seals, and a seal proves the loss: a report alone begins no epoch.
 */
export async function forgottenNumbers(
  store: Pick<SyncDeps['store'], 'readOwnOutcomes'>,
  deviceId: string,
  reported: unknown,
): Promise<number[]> {
  const held = heldReceiptsSchema.safeParse(reported);
  if (!held.success) return [];
  const { accepted, refused } = held.data;
  const seqs = [...accepted, ...refused];
  if (seqs.length === 0) return [];
  const here = await store.readOwnOutcomes(deviceId, seqs);
  const isRefused = new Map(here.map(({ seq, refusal }) => [seq, refusal !== null]));
  return [
    ...accepted.filter((seq) => isRefused.get(seq) !== false),
    ...refused.filter((seq) => isRefused.get(seq) !== true),
  ];
}

/**
 * The results with a seal on each whose receipt is found by id, kind and body, and says the same. Only after their
 * transactions: the position covers them all. An operation under the id of another one has none, and neither has a
 * refusal that was not recorded.
 */
export async function sealResults(
  { sealer, store }: Pick<SyncDeps, 'sealer' | 'store'>,
  epoch: Epoch,
  ready: readonly ReadyEntry[],
  results: readonly SyncResult[],
): Promise<Map<number, SyncResult>> {
  const final = ready.flatMap(({ envelope, index }): Final[] => {
    const result = results[index];
    const facts = result && factsOf(result, envelope);
    return facts ? [{ index, result, envelope, facts }] : [];
  });
  if (final.length === 0) return new Map();
  const recorded = await store.readOutcomes(final.map(({ envelope }) => receiptKeyOf(envelope)));
  const refusals = new Map(recorded.map(({ opId, refusal }) => [opId, refusal]));
  const { number, position } = epoch;
  const sealed = new Map<number, SyncResult>();
  for (const { index, result, envelope, facts } of final) {
    const refusal = refusals.has(facts.opId)
      ? refusals.get(facts.opId)
      : await outcomeOfCall(store, envelope);
    if (refusal === (facts.code ?? null))
      sealed.set(index, { ...result, seal: sealer.seal(facts, { epoch: number, position }) });
  }
  return sealed;
}

type Final = { index: number; result: SyncResult; envelope: Envelope; facts: SealedFacts };

/** The receipt that a call has left under the same id; undefined: it left none. */
async function outcomeOfCall(
  store: SyncDeps['store'],
  envelope: Envelope,
): Promise<RefusalCode | null | undefined> {
  if (envelope.kind !== 'top-up-void' && envelope.kind !== 'void') return undefined;
  const receipt = await store.inTransaction((tx) => findOwnReceipt(tx, envelope));
  return receipt && receipt !== 'reused' ? receipt.refusal : undefined;
}

/** null when nothing of it lasts. */
function factsOf({ opId, state, refusal }: SyncResult, { kind, hash }: Envelope): SealedFacts | null {
  if (state === 'refused') return refusal ? { kind, opId, hash, state, code: refusal.code } : null;
  return state === 'accepted' || state === 'settled-with-overspend' ? { kind, opId, hash, state } : null;
}
