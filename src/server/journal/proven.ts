import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { SealedResult } from '#src/contract/sync/recovery.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { closeConflict, settleAccepted } from '#src/operations/acceptance/post.ts';
import { defaultOfflineLimits, type ShortfallCaps } from '#src/operations/acceptance/rule.ts';
import { review, wait } from '#src/operations/decision.ts';
import type { PurchaseEnvelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SyncCustomer } from '#src/server/journal/ports/rows.ts';
import { partOf, type Receipt } from '#src/server/ledger/receipts.ts';
import { finish, refuseEntry, type EntryContext } from './entry-context.ts';
import { acceptanceResult, openResult, settledResult } from './envelopes/results.ts';

/**
 * Judges a sale that a newer copy of this database has settled; the sale itself needs no review. The
 * shortfall of all sales that the device brings back in an epoch is bounded by the market's limit for a
 * device. The sale is marked as recovered, so that its amount is held until the device has reported
 * everything it wrote.
 */
export async function judgeProven(
  { tx, author }: EntryContext,
  { purchaseOpId, stallId }: { purchaseOpId: OpId; stallId: string },
): Promise<{ reason: null; caps: ShortfallCaps }> {
  const { number: epoch } = await tx.readEpoch();
  await tx.noteRecoveredPurchase({ purchaseOpId, epoch, deviceId: author.id, stallId });
  const { perDevice } = (await tx.readLimits(author.marketId, null)) ?? defaultOfflineLimits;
  return { reason: null, caps: { voucherCap: perDevice, deviceCap: perDevice } };
}

/** The voucher or the stall is on a device that has not reported since the restore. */
const notBack = wait('UNKNOWN_VOUCHER');

/** Id of the settlement or line of a purchase that came back: the purchase's own is that of its payment. */
const provenOf = (opId: OpId): OpId => partOf(opId, 'proven');

/**
 * Settles a purchase that this server's seal shows as paid like goods that were handed over, with the device's
 * limit as its cap. A sale that may not be settled is a line for a person. It waits while the voucher or the stall is not
 * back yet.
 */
export async function payProven(context: EntryContext, envelope: PurchaseEnvelope): Promise<SyncResult> {
  const { tx, deps, now } = context;
  const { opId: purchaseOpId, hash: bodyHash, deviceId, seq, occurredAt, payload } = envelope;
  const decided = await answerOfLine(context, envelope);
  if (decided) return decided;
  const stall = await tx.readStall(payload.estanteId);
  if (!stall) return finish(context, envelope, notBack);
  const { caps } = await judgeProven(context, { purchaseOpId, stallId: stall.id });
  const purchase = {
    opId: provenOf(purchaseOpId),
    purchaseOpId,
    bodyHash,
    deviceId,
    seq,
    stallId: stall.id,
    marketId: stall.marketId,
    voucherId: payload.codeQrUuid,
    // The id as the device named it, possibly a merged one, because the receipt's hash is computed from it.
    customerId: payload.userId,
    price: payload.price,
    occurredAt: new Date(occurredAt),
    recordedAt: now,
    ...caps,
  };
  if (!(await tx.lockVoucher(purchase.voucherId))) return finish(context, envelope, notBack);
  return { ...settledResult(await settleAccepted(deps, tx, purchase, null, now)), opId: purchaseOpId };
}

/**
 * Makes a line of a contradiction between a purchase's result and its seal, and posts nothing before a person
 * decides. A request that the network or a rescue file kept from before a restore carries no seal, and the restored
 * copy may have decided the opposite of the answer on which the device acted. Returns null when the two agree, or
 * when the device's own acceptance or withdrawal settles it.
 */
export async function reviewContradiction(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  { refusal }: Receipt,
  { state, code }: SealedResult,
): Promise<SyncResult | null> {
  const { tx, withdrawn } = context;
  const { opId } = envelope;
  if ((state === 'refused') === (refusal !== null)) return null;
  const acceptance = await tx.findAcceptance(opId);
  if (state === 'refused') {
    if (code === undefined || acceptance) return null;
    if (!(await tx.findConflict(provenOf(opId)))) await openLine(context, envelope, 'withdrawal');
    return refuseEntry(context, envelope, code);
  }
  const isWithdrawn =
    refusal === 'WITHDRAWN' || withdrawn.has(opId) || (await tx.isAnswered(withdrawnPartOf(opId)));
  if (isWithdrawn) return null;
  if (!acceptance) return (await answerOfLine(context, envelope)) ?? openLine(context, envelope, 'sale');
  const accepted = await tx.findEntry(acceptance.opId);
  const paid = accepted && (await tx.findReceipt({ opId: acceptance.opId, bodyHash: accepted.hash }));
  return paid && paid !== 'reused'
    ? { ...acceptanceResult(paid, {}), opId }
    : finish(context, envelope, notBack);
}

/** Returns a manager's decision about a purchase that came back, or its open line. Returns null when there is none. */
async function answerOfLine(
  { tx, deps }: EntryContext,
  { opId, hash }: PurchaseEnvelope,
): Promise<SyncResult | null> {
  const line = await tx.findConflict(provenOf(opId));
  if (!line) return null;
  if (line.state !== 'resolved') return openResult({ ...line, opId });
  const receipt = await tx.findReceipt({ opId: line.opId, bodyHash: hash });
  if (!receipt || receipt === 'reused') return null;
  return acceptanceResult({ ...receipt, opId }, { symbol: deps.currencySymbol });
}

async function openLine(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  kind: 'sale' | 'withdrawal',
): Promise<SyncResult> {
  const { opId: purchaseOpId, payload } = envelope;
  const { estanteId: stallId, codeQrUuid: voucherId, userId: customerId, price } = payload;
  const about = { kind, purchaseOpId, stallId, voucherId, customerId, price };
  const line = { ...envelope, opId: provenOf(purchaseOpId) };
  return { ...(await finish(context, line, review('JOURNAL_FORK'), about)), opId: purchaseOpId };
}

/** Closes the line about a purchase that came back, because its stall's own entry has settled it or has a line itself. */
export async function closeProvenLine({ tx, now }: EntryContext, opId: OpId): Promise<void> {
  const line = await tx.findConflict(provenOf(opId));
  if (line?.state === 'review') await closeConflict(tx, line, now);
}

/** Returns the receipt of the payment that a manager decided for a purchase that was refused, or null. */
export async function findPaidByLine(tx: EntryContext['tx'], opId: OpId): Promise<Receipt | null> {
  const line = await tx.findConflict(provenOf(opId));
  const receipt = line && (await tx.findReceipt(line));
  if (!receipt || receipt === 'reused' || receipt.answer['purchase'] === undefined) return null;
  return { ...receipt, answer: purchaseReceiptSchema.parse(receipt.answer['purchase']) };
}

/** Id of the receipt of a refused purchase's withdrawal. It keeps a later seal from making a line of the purchase. */
export const withdrawnPartOf = (opId: OpId): OpId => partOf(opId, 'nothing-handed-over');

/**
 * Returns the customer of a proven operation as the device knew it. A manager names the customer when the
 * device has forgotten.
 */
export async function bringBackCustomer(
  { tx, now }: EntryContext,
  clientId: string,
  registration: OfflineRegistration | null,
): Promise<SyncCustomer> {
  const known = await tx.readCustomer(clientId);
  if (known) return known;
  const named = registration && (await tx.findCustomer(registration.identificacion));
  const unnamed = {
    ownerName: 'Cliente por confirmar',
    identificacion: `por confirmar ${clientId.slice(0, 8)}`,
  };
  const fresh = { id: clientId, createdAt: now, ...(registration ?? unnamed) };
  await tx.insertCustomer(fresh, named?.id ?? null);
  return named ?? fresh;
}
