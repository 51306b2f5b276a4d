import type { TillRoom } from '#src/contract/cash/till.ts';
import { exhaustsVoucher } from '#src/contract/refusals.ts';
import type { SyncAnswer, SyncResult } from '#src/contract/sync/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { owedNumbers } from '#src/server/journal/envelopes/journal.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { forgottenNumbers, sealResults } from '#src/server/journal/epochs.ts';
import type { SyncOperator } from '#src/server/journal/ports/rows.ts';
import type { SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { noteGaps, type Settled } from '#src/server/journal/settle-prepared.ts';
import type { Contact, Received } from './report.ts';

/** Limit of missing numbers that an answer names. */
const mostNamed = 50;

/** Returns the response: sealed results, and the device's state after this call. */
export async function closeContact(
  contact: Contact,
  received: Received,
  settled: Settled,
): Promise<SyncAnswer> {
  const { sealed, ...state } = await closingState(contact, received, settled);
  return {
    serverTime: contact.deps.now().toISOString(),
    results: settled.results.map((result, index) => sealed.get(index) ?? result),
    ...state,
  };
}

/** Vouchers that the results in this response report to the device as exhausted. */
function exhaustedVouchers(
  deviceId: string,
  ready: readonly ReadyEntry[],
  results: readonly SyncResult[],
): readonly VoucherId[] {
  const exhausted = ready.flatMap(({ envelope, index }) => {
    const result = results[index];
    if (envelope.deviceId !== deviceId || !result || !('codeQrUuid' in envelope.payload)) return [];
    const isSpent = result.state === 'refused' && exhaustsVoucher(result.refusal?.code);
    return isSpent || result.state === 'settled-with-overspend' ? [envelope.payload.codeQrUuid] : [];
  });
  return [...new Set(exhausted)];
}

type ClosingState = Omit<SyncAnswer, 'serverTime' | 'results'> & { sealed: Map<number, SyncResult> };

/**
 * Returns the server's view of the device's journal and the seals on the recorded operations. Missing numbers
 * that an author did not send with this request are an incident, except while the device redelivers
 * operations lost in a restore.
 */
async function closingState(
  { deps, request, uploader, now: noticedAt }: Contact,
  { proven }: Received,
  { ready, results }: Settled,
): Promise<ClosingState> {
  const { store } = deps;
  const { lastSeq } = request.journal;
  const exhausted = exhaustedVouchers(uploader.id, ready, results);
  if (exhausted.length > 0)
    await store.inTransaction((tx) => tx.recordExhaustedNotice(uploader.id, exhausted, proven, noticedAt));
  const ids = new Set([uploader.id, ...ready.map(({ envelope }) => envelope.deviceId)]);
  // Each on its own connection: they read committed rows only, and none depends on the moment of another.
  const [devices, epoch, operators] = await Promise.all([
    store.readDevices([...ids].sort()),
    store.readEpoch(),
    store.readOperators(uploader.id),
  ]);
  await noteGaps(deps, epoch, { devices, ready }, noticedAt);
  const { revokedAt, name, marketId, head, unsignedTotal } =
    devices.find(({ id }) => id === uploader.id) ?? uploader;
  const owed = owedNumbers(head, lastSeq, mostNamed);
  const tills = await readTills(store, operators);
  const [sealed, forgotten, limits] = await Promise.all([
    sealResults(deps, epoch, ready, results),
    forgottenNumbers(store, uploader.id, request.heldReceipts),
    store.readLimits(marketId, null),
    owed.count === 0 ? store.noteReturned(epoch.number, uploader.id, noticedAt) : null,
  ]);
  return {
    device: {
      state: revokedAt ? 'revoked' : 'active',
      name,
      ackSeq: head.ackSeq,
      missing: [...new Set([...owed.seqs, ...head.awaiting, ...forgotten])]
        .toSorted((a, b) => a - b)
        .slice(0, mostNamed),
      unsignedTotal: toAmount(unsignedTotal),
    },
    limits: { ...(limits ?? defaultOfflineLimits), marketId },
    operators: operators.map(({ id, ownerName, userType, status, isSuspended }) => ({
      _id: id,
      ownerName,
      userType,
      status,
      ...(isSuspended ? { suspended: true } : {}),
      ...(tills.has(id) ? { till: tills.get(id) } : {}),
    })),
    epoch: epoch.number,
    ...(epoch.keptCopy ? { keptCopy: epoch.keptCopy } : {}),
    sealed,
  };
}

/** Cash in the till of each top-up point among these operators, after this request's operations. */
async function readTills(
  store: SyncDeps['store'],
  operators: readonly SyncOperator[],
): Promise<Map<string, TillRoom>> {
  const tills = new Map<string, TillRoom>();
  for (const { id, userType } of operators) {
    const room = userType === 'RECARGA' ? await store.readTillRoom(id) : null;
    if (!room) continue;
    tills.set(id, { cash: toAmount(room.cash), ceiling: toAmount(room.ceiling) });
  }
  return tills;
}
