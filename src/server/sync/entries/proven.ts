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
 * Judges a sale that a database of which this one is an older copy has settled: it needs no person for itself. What its
 * voucher lacks now is bounded for all sales that the device brings back in an epoch, by the market's limit for a
 * device. Marks the sale as recovered, so that its money is held until the device has reported all that it wrote.
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
 * A purchase that our own seal says was paid: the stall gave the goods by that word. Whatever the voucher holds by now
 * in a restored database, the stall is paid in full; what is missing is a line for the manager. Beyond what the device
 * may lack in all, nothing is posted before a person decides. null when the voucher or the stall is not back yet.
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
    // As the device named them, which may be an id that was merged: the receipt's hash is made of it.
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
  const purchase = await postOpenSale(tx, { sale, voucher, taken, reason, pin: null }, now);
  if (reason) {
    await tx.blockVoucher(voucher.id, now);
    await recordOverspend(deps, tx, sale, reason, missing);
  }
  return paidResult(opId, purchase);
}

/** What our own seal says was refused stays refused: nobody handed anything over for it, or a person said so. */
export async function refuseProven(
  context: EntryContext,
  envelope: Envelope,
  code: RefusalCode,
): Promise<SyncResult> {
  await context.tx.insertReceipt({ ...receiptKeyOf(envelope), refusal: code, answer: {} }, context.now);
  return refuseEntry(context, envelope, code);
}

/** The customer of a proven operation, as the device knew it, or to be named by a person when the device has forgotten. */
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

/** Nothing for the time being: what it needs may still be on another device. It is asked for again. */
export function awaits(context: EntryContext, opId: OpId, code: RefusalCode): SyncResult {
  return { ...refuseEntry(context, { opId }, code), state: 'again' };
}
