import { toAmount, type VoucherId } from '#src/contract/brands.ts';
import { exhaustsVoucher } from '#src/contract/refusals.ts';
import type { OperatorKey, SyncAnswer, SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import type { TillRoom } from '#src/contract/cash/till-hand-over.ts';
import { requestText } from '#src/domain/device/device-proof.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { retryTransaction } from '#src/server/ledger/receipts.ts';
import { owedNumbers, provenHead, writtenAhead } from '#src/server/sync/envelopes/journal.ts';
import { keepOfferedKeys, offeredKeys } from '#src/server/sync/envelopes/operator-keys.ts';
import { prepareEntries, type ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import { sha256 } from '#src/server/sync/envelopes/sha256.ts';
import { isSignedBy } from '#src/server/sync/envelopes/verify-p256.ts';
import type { SyncDeps, SyncDevice, SyncOperator } from '#src/server/sync/ports/ports.ts';
import { forgottenNumbers, noteStranger, noticeLoss, sealResults } from './epochs.ts';
import { noteGaps, nowhere, settlePrepared } from './settle-prepared.ts';

/** A clock further off than this is an incident. */
const clockToleranceMs = 5 * 60_000;
/** A report dated further ahead says nothing about which of two is newer. */
const farAheadMs = 86_400_000;
/** At most this many missing numbers are named. */
const mostNamed = 50;

/**
 * Handles one contact of a device, identified by its signature: stores its report, processes its operations in the
 * order of each author's journal, and returns one result per operation in the order given. No result leaves before its
 * transaction has committed; a crash in between leaves whole operations, and the device sends again.
 */
export async function syncDevice(
  deps: SyncDeps,
  request: SyncRequest,
  signedIn: string | null = null,
): Promise<Answer<SyncAnswer>> {
  const shown = await noticeLoss(deps, request);
  const uploader = await authenticateDevice(deps, request);
  if (!uploader.ok && shown && uploader.code === 'DEVICE_UNKNOWN')
    await noteStranger(deps, request.deviceId, shown);
  if (!uploader.ok) return uploader;
  const now = deps.now();
  const offers = await offeredKeys(deps, uploader.value, request, signedIn);
  // Signatures are checked off this thread: the report is written meanwhile.
  const [{ proven, isReturning }, prepared] = await Promise.all([
    writeReport(deps, uploader.value, { request, signedIn, offers, now }),
    prepareEntries(deps, uploader.value, request.entries),
  ]);
  const { ready, results } = await settlePrepared(deps, uploader.value, prepared, { signedIn, now });
  // Before the answer: a voucher that was refunded in the lost time is never found with its money once its top-up is back.
  if (isReturning) await deps.postConfirmed?.(uploader.value.marketId);
  const told = toldVouchers(uploader.value.id, ready, results);
  const { sealed, ...state } = await closingState(
    deps,
    uploader.value,
    request,
    { ready, results, told, proven },
    now,
  );
  return done({
    serverTime: deps.now().toISOString(),
    results: results.map((result, index) => sealed.get(index) ?? result),
    ...state,
  });
}

/** The device whose key signed this request: a sync, or a request for a balance list. */
export async function authenticateDevice(
  deps: Pick<SyncDeps, 'store' | 'verifySignature'>,
  request: { deviceId: string; proof: string },
): Promise<Answer<SyncDevice>> {
  const [device] = await deps.store.readDevices([request.deviceId]);
  if (!device) return refuse('DEVICE_UNKNOWN');
  const isOurs = await isSignedBy(
    deps.verifySignature,
    device.publicKey,
    requestText(request, sha256),
    request.proof,
  );
  if (!isOurs) return refuse('DEVICE_PROOF_INVALID');
  return device.isApproved ? done(device) : refuse('DEVICE_WAITING');
}

/**
 * Stores the uploader's report, unless a newer one is stored, and who is there with it. Returns how many operations the device has
 * written by then, as far as that is proved, and whether it still has to report after a restore.
 */
async function writeReport(
  { store }: SyncDeps,
  uploader: SyncDevice,
  {
    request,
    signedIn,
    offers,
    now,
  }: {
    request: SyncRequest;
    signedIn: string | null;
    offers: readonly OperatorKey[];
    now: Date;
  },
): Promise<{ proven: number; isReturning: boolean }> {
  let found = { proven: 0, isReturning: false };
  const sentAt = new Date(request.sentAt);
  const clockSkewMs = now.getTime() - sentAt.getTime();
  await retryTransaction(() =>
    store.inTransaction(async (tx) => {
      const [locked = uploader] = await tx.lockDevices([uploader.id]);
      const { number: epoch } = await tx.readEpoch();
      const isReturning = await tx.isExpected(epoch, uploader.id);
      const ahead = writtenAhead(request, locked.head);
      const proven = provenHead(request.journal, locked.head, { ahead, isReturning });
      found = { proven, isReturning };
      const before = locked.reportedAt;
      // A report from far ahead would silence every right one until that day comes.
      const isUnheard = before === null || before < sentAt || before.getTime() > now.getTime() + farAheadMs;
      if (isUnheard) {
        const { journal, health } = request;
        const { lastSeq, openCount, openSum } = journal;
        const report = { sentAt, clockSkewMs, lastSeq, openCount, openSum, ...health };
        await tx.writeReport(uploader.id, report);
        if (Math.abs(clockSkewMs) > clockToleranceMs)
          await tx.insertIncidents([{ ...nowhere, deviceId: uploader.id, kind: 'clock', noticedAt: now }]);
        // Of a request that is repeated later it would say that sales made since had not been made yet.
        await tx.noteContact(uploader.id, { reportedSeq: proven, ahead }, now);
      }
      await tx.touchDevice(uploader.id, now);
      if (signedIn !== null) await tx.noteSignedIn(uploader.id, signedIn);
      await keepOfferedKeys(tx, uploader.id, offers, { seq: request.journal.lastSeq, at: now });
    }),
  );
  return found;
}

/** Vouchers of which this answer tells the device, in the results of its own operations, that they give no more. */
function toldVouchers(
  deviceId: string,
  ready: readonly ReadyEntry[],
  results: readonly SyncResult[],
): readonly VoucherId[] {
  const told = ready.flatMap(({ envelope, index }) => {
    const result = results[index];
    if (envelope.deviceId !== deviceId || !result || !('codeQrUuid' in envelope.payload)) return [];
    const isSpent = result.state === 'refused' && exhaustsVoucher(result.refusal?.code);
    return isSpent || result.state === 'settled-with-overspend' ? [envelope.payload.codeQrUuid] : [];
  });
  return [...new Set(told)];
}

type Contact = {
  ready: readonly ReadyEntry[];
  results: readonly SyncResult[];
  told: readonly VoucherId[];
  proven: number;
};
type ClosingState = Omit<SyncAnswer, 'serverTime' | 'results'> & { sealed: Map<number, SyncResult> };

/**
 * The server's view of the device's journal, and the seals on what has been recorded. Numbers that an author owes and did
 * not send with this request are an incident; not while it returns with what a copy of before does not have.
 */
async function closingState(
  deps: SyncDeps,
  uploader: SyncDevice,
  request: SyncRequest,
  { ready, results, told, proven }: Contact,
  noticedAt: Date,
): Promise<ClosingState> {
  const { store } = deps;
  const { lastSeq } = request.journal;
  if (told.length > 0) await store.inTransaction((tx) => tx.noteTold(uploader.id, told, proven, noticedAt));
  const ids = new Set([uploader.id, ...ready.map(({ envelope }) => envelope.deviceId)]);
  // Each by itself, on a connection of its own: whatever is read was committed, and nothing else hangs on the moment.
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
    operators: operators.map(({ id, ownerName, userType, status, isSuspended, pinKey }) => ({
      _id: id,
      ownerName,
      userType,
      status,
      ...(isSuspended ? { suspended: true } : {}),
      ...(pinKey == null ? {} : { key: pinKey }),
      ...(tills.has(id) ? { till: tills.get(id) } : {}),
    })),
    epoch: epoch.number,
    ...(epoch.keptCopy ? { keptCopy: epoch.keptCopy } : {}),
    sealed,
  };
}

/** How full the till of each top-up point among these people is, after what came with this request. */
async function readTills(
  store: SyncDeps['store'],
  operators: readonly SyncOperator[],
): Promise<Map<string, TillRoom>> {
  const tills = new Map<string, TillRoom>();
  for (const { id, userType } of operators) {
    const room = userType === 'RECARGA' ? await store.readTillRoom(id) : null;
    if (!room) continue;
    const { held, inTransit, ceiling } = room;
    tills.set(id, { held: toAmount(held), inTransit: toAmount(inTransit), ceiling: toAmount(ceiling) });
  }
  return tills;
}
