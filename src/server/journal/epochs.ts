import type { RefusalCode } from '#src/contract/refusals.ts';
import type { ShownReceipt } from '#src/contract/sync/recovery.ts';
import type { SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { heldReceiptsSchema } from '#src/protocol/recovery.ts';
import { findOwnReceipt, receiptKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SealedFacts } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { Epoch } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { isTransient, retryTransaction } from '#src/server/ledger/receipts.ts';

/**
 * Detects a restore from the newest sealed receipt on a device, and from those requested besides. A receipt
 * of this server that is missing here, from the current epoch or a later one, proves that an older copy was
 * restored: a new epoch begins. A missing receipt from an earlier epoch is what the new epoch asks for
 * anyway. The newest receipt alone may mislead: the network may have redelivered its request after the
 * restore, while older operations are still missing. Its movement is then usually later in the order of
 * commits than its seal, which also proves the restore.
 */
export async function detectRestore(
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
  const foundOf = new Map(here.map((found) => [found.opId, found]));
  return shown.filter((receipt) => {
    const { opId, seal, state } = receipt;
    if (!ofNow.includes(receipt)) return seal.epoch >= epoch.number;
    const found = foundOf.get(opId);
    // The restored copy judged the operation again: only a different answer is a contradiction, or a movement
    // that was posted after its seal had been written.
    if (!found || (found.refusal !== null) !== (state === 'refused')) return true;
    // After a refusal an acceptance may pay the sale under the same reference.
    return state !== 'refused' && found.postedAt !== null && found.postedAt > seal.position;
  });
}

/**
 * Returns an epoch number larger than any before and never used: one copy may be restored several times, and
 * those epochs do not know of each other.
 */
export function nextEpoch(known: number, now: Date): number {
  return Math.max(known + 1, now.getTime());
}

/**
 * Records a device that this database does not know but that has a receipt of this server: the copy predates
 * its enrolment.
 */
export async function recordUnknownDevice(
  { store, onFailure }: SyncDeps,
  deviceId: string,
  shown: ShownReceipt,
) {
  try {
    await store.inTransaction(async (tx) => tx.recordUnknownDevice((await tx.readEpoch()).number, deviceId));
  } catch (error) {
    // The device will call again.
    if (!isTransient(error)) onFailure(error, shown.opId);
  }
}

/**
 * Returns the journal numbers whose receipts a device reports and this database lacks, or holds with another
 * outcome. The device then shows their seals. Only a seal proves a loss; a report alone begins no epoch.
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
 * Returns the results with a seal on each whose receipt matches by id, kind, body and outcome. Runs after
 * their transactions, so that the position covers them all. An operation under another's id gets no seal, nor
 * does a refusal that was not recorded.
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

/** Returns the outcome of a call with the same id; undefined when there was none. */
async function outcomeOfCall(
  store: SyncDeps['store'],
  envelope: Envelope,
): Promise<RefusalCode | null | undefined> {
  const receipt = await store.inTransaction((tx) => findOwnReceipt(tx, envelope));
  return receipt && receipt !== 'reused' ? receipt.refusal : undefined;
}

/** Returns null when no part of the result is stored. */
function factsOf({ opId, state, refusal }: SyncResult, { kind, hash }: Envelope): SealedFacts | null {
  if (state === 'refused') return refusal ? { kind, opId, hash, state, code: refusal.code } : null;
  return state === 'accepted' || state === 'settled-with-overspend' ? { kind, opId, hash, state } : null;
}
