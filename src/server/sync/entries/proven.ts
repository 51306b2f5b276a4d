import type { OpId } from '#src/contract/brands.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { OfflineRegistration, SyncResult } from '#src/contract/sync/schemas.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import { receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { paidResult } from '#src/server/sync/envelopes/results.ts';
import type { SyncCustomer } from '#src/server/sync/ports/people-port.ts';
import { postOpenSale, recordOverspend } from '#src/server/sync/settlement/settle.ts';
import type { SaleJudgement } from './acceptance-review.ts';
import { refuseEntry, type EntryContext } from './context.ts';
import { answerOfProvenLine, setAsideProven } from './proven-line.ts';

/**
 * Judges a sale that a newer copy of this database has settled; the sale itself needs no review. The
 * shortfall of all sales that the device brings back in an epoch is bounded by the market's limit for a
 * device. The sale is marked as recovered, so that its amount is held until the device has reported
 * everything it wrote.
 */
export async function judgeProven(
  { tx, author }: EntryContext,
  { purchaseOpId, stallId }: { purchaseOpId: OpId; stallId: string },
): Promise<SaleJudgement> {
  const { number: epoch } = await tx.readEpoch();
  await tx.noteRecoveredSale({ purchaseOpId, epoch, deviceId: author.id, stallId });
  const { perDevice } = (await tx.readLimits(author.marketId, null)) ?? defaultOfflineLimits;
  return { reason: null, caps: { voucherCap: perDevice, deviceCap: perDevice } };
}

/**
 * Pays a purchase that this server's seal shows as paid: the stall handed over goods because of it. Whatever
 * balance the voucher has in the restored database, the stall is paid in full and the shortfall becomes a
 * conflict line. Beyond the device's limit nothing is posted before a manager decides. Returns null while the
 * voucher or the stall is not back yet.
 */
export async function payProven(
  context: EntryContext,
  envelope: Extract<Envelope, { kind: 'purchase' }>,
): Promise<SyncResult | null> {
  const { tx, deps, now } = context;
  const { opId, deviceId, seq, occurredAt, payload } = envelope;
  const decided = await answerOfProvenLine(context, envelope);
  if (decided) return decided;
  const voucher = await tx.lockVoucher(payload.codeQrUuid);
  const stall = await tx.readStall(payload.estanteId);
  if (!voucher || !stall) return null;
  const sale = {
    opId,
    purchaseOpId: opId,
    bodyHash: purchaseHash(payload),
    deviceId,
    seq,
    stallId: stall.id,
    marketId: stall.marketId,
    voucherId: voucher.id,
    // The id as the device named it, possibly a merged one, because the receipt's hash is computed from it.
    customerId: payload.userId,
    price: payload.price,
    occurredAt: new Date(occurredAt),
    recordedAt: now,
  };
  const taken = Math.min(voucher.balance, payload.price);
  const missing = payload.price - taken;
  const reason = missing > 0 ? 'SPENT_ELSEWHERE' : null;
  const { caps } = await judgeProven(context, { purchaseOpId: opId, stallId: stall.id });
  if (reason && ((await tx.readProvenShortfall(opId)) ?? 0) + missing > caps.deviceCap)
    return setAsideProven(context, envelope, sale);
  const purchase = await postOpenSale(tx, { sale, voucher, taken, reason }, now);
  if (reason) {
    await tx.blockVoucher(voucher.id, now);
    await recordOverspend(deps, tx, sale, reason, missing);
  }
  return paidResult(opId, purchase);
}

/**
 * A purchase that this server's seal shows as refused stays refused: no goods were handed over for it, or a
 * manager decided so.
 */
export async function refuseProven(
  context: EntryContext,
  envelope: Envelope,
  code: RefusalCode,
): Promise<SyncResult> {
  await context.tx.insertReceipt({ ...receiptKeyOf(envelope), refusal: code, answer: {} }, context.now);
  return refuseEntry(context, envelope, code);
}

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

/** Leaves the operation open, to be requested again: what it needs may still be on another device. */
export function awaits(context: EntryContext, opId: OpId, code: RefusalCode): SyncResult {
  return { ...refuseEntry(context, { opId }, code), state: 'again' };
}
