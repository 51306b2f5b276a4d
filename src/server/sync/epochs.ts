import type { ShownReceipt } from '#src/contract/devices/seal.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import { isTransient, retryTransaction } from '#src/server/ledger/receipts.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { SealedFacts } from '#src/server/sync/envelopes/receipt-seal.ts';
import type { Epoch } from '#src/server/sync/ports/epoch-port.ts';
import type { SyncDeps, SyncTransaction } from '#src/server/sync/ports/ports.ts';

/**
 * Looks at the newest sealed receipt that a device has. One of ours that this database does not have, from this very life of it
 * or a later one, says that the database was put back to a copy of before, whoever did that: a new epoch begins. From an
 * earlier life it is what a new epoch asks for.
 */
export async function noticeLoss(deps: SyncDeps, given: unknown): Promise<ShownReceipt | null> {
  const shown = deps.sealer.shown(given);
  if (!shown) return null;
  await retryTransaction(() =>
    deps.store.inTransaction(async (tx) => {
      const epoch = await tx.readEpoch();
      if (!(await isLost(tx, epoch, shown))) return;
      const number = nextEpoch(Math.max(epoch.number, shown.seal.epoch), deps.now());
      await tx.beginEpoch({ number, after: epoch.number, reason: 'noticed', at: deps.now() });
    }),
  );
  return shown;
}

async function isLost(tx: SyncTransaction, epoch: Epoch, shown: ShownReceipt): Promise<boolean> {
  if (shown.seal.epoch !== epoch.number) return shown.seal.epoch > epoch.number;
  if (shown.seal.position > epoch.position) return true;
  const [here] = await tx.readOutcomes([shown.opId]);
  // Judged anew by a copy of before: the one answer there is to an operation would be the same.
  return !here || (here.refusal !== null) !== (shown.state === 'refused');
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
 * The results with a seal on each that is recorded for good. Only after their transactions: the position covers them all.
 * What was refused without being recorded has none.
 */
export async function sealResults(
  { sealer }: Pick<SyncDeps, 'sealer'>,
  tx: SyncTransaction,
  epoch: Epoch,
  ready: readonly ReadyEntry[],
  results: readonly SyncResult[],
): Promise<Map<number, SyncResult>> {
  const final = ready.flatMap(({ envelope, index }) => {
    const result = results[index];
    const facts = result && factsOf(result, envelope.hash);
    return facts ? [{ index, result, facts }] : [];
  });
  const recorded = final.length === 0 ? [] : await tx.readOutcomes(final.map(({ facts }) => facts.opId));
  const refusalOf = new Map(recorded.map(({ opId, refusal }) => [opId, refusal]));
  return new Map(
    final.flatMap(({ index, result, facts }) =>
      refusalOf.get(facts.opId) === (facts.code ?? null)
        ? [
            [
              index,
              { ...result, seal: sealer.seal(facts, { epoch: epoch.number, position: epoch.position }) },
            ],
          ]
        : [],
    ),
  );
}

/** null: nothing that lasts. */
function factsOf({ opId, state, refusal }: SyncResult, hash: string): SealedFacts | null {
  if (state === 'refused') return refusal ? { opId, hash, state, code: refusal.code } : null;
  return state === 'accepted' || state === 'settled-with-overspend' ? { opId, hash, state } : null;
}
