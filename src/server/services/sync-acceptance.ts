import type { Envelope } from '#src/contract/envelope.ts';
import { purchaseReceiptSchema } from '#src/contract/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { ConflictReason, ConflictState } from '#src/contract/settlement.ts';
import type { SyncResult } from '#src/contract/sync.ts';
import type { VoucherProof } from '#src/domain/voucher-proof.ts';
import { purchaseHash } from '#src/server/replay/purchase-hash.ts';
import { closeIfPaid, keepAcceptanceReceipt, settleSale, settleWaiting } from './settlement.ts';
import { noteIncident, refuseEntry, type EntryFacts, type EntryScene } from './sync-entry-scene.ts';
import type { StoredReceipt } from '#src/server/ledger/settle-posting.ts';
import type { AcceptedSale, SaleConflict } from './sync-ports.ts';
import { acceptanceResult, openResult } from './sync-result.ts';
import { reviewReason } from './sync-rules.ts';

type AcceptanceEnvelope = Extract<Envelope, { kind: 'acceptance' }>;

/**
 * The stall handed the goods over without an answer. A purchase that was paid stays paid and this says so; otherwise the
 * sale is settled, or waits for its top-up, or is set aside for a person. Nothing here ever takes back what was paid.
 */
export async function recordAcceptance(
  scene: EntryScene,
  envelope: AcceptanceEnvelope,
  facts: EntryFacts,
  proof: VoucherProof | null,
): Promise<SyncResult> {
  const { tx, deps } = scene;
  const { opId, payload } = envelope;
  const receipt = await tx.readReceipt(opId);
  if (receipt) return acceptanceResult(receipt, { symbol: deps.currencySymbol });
  const open = await tx.findConflict(opId);
  if (open) return lookAgain(scene, open);
  const [purchase, twin, entry] = [
    await tx.readReceipt(payload.purchaseOpId),
    await tx.findAcceptance(payload.purchaseOpId),
    await tx.findEntry(payload.purchaseOpId),
  ];
  const isOfAnother = entry !== null && entry.deviceId !== envelope.deviceId;
  const isWithdrawn = purchase?.refusal === 'WITHDRAWN';
  if (twin || isWithdrawn || isOfAnother || (purchase && purchase.bodyHash !== purchaseHash(payload))) {
    await noteIncident(scene, envelope, 'changed-body');
    return refuse(scene, envelope, 'KEY_REUSED');
  }
  if (envelope.operatorId !== payload.estanteId || facts.operator?.userType !== 'ESTANTE')
    return refuse(scene, envelope, 'FORBIDDEN');
  const isPaid = purchase?.refusal === null;
  const sale = toSale(scene, envelope, isPaid && (entry?.contact ?? 0) < scene.contact);
  if (isPaid) {
    const paid = purchaseReceiptSchema.parse(purchase.answer);
    await tx.insertAcceptance(sale);
    return acceptanceResult(
      await keepAcceptanceReceipt(tx, { opId, bodyHash: envelope.hash }, paid, scene.now),
      {},
    );
  }
  const reason = await reviewReason(scene, envelope, facts, proof);
  await tx.insertAcceptance(sale);
  if (reason) return openResult(await setAside(scene, envelope, sale, 'review', reason));
  const settled = await settleSale(deps, tx, { ...sale, bodyHash: envelope.hash }, scene.now);
  if (settled === 'unknown-voucher')
    return openResult(await setAside(scene, envelope, sale, 'waiting', 'UNKNOWN_VOUCHER'));
  if (settled === 'foreign-voucher')
    return openResult(await setAside(scene, envelope, sale, 'review', 'BAD_PROOF'));
  return acceptanceResult(settled, {});
}

/** A sale that was set aside and is asked after: its purchase may have been paid, its voucher may have come meanwhile. */
async function lookAgain({ deps, tx, now }: EntryScene, open: SaleConflict): Promise<SyncResult> {
  const closed = await closeIfPaid(tx, open, now);
  if (closed) return acceptanceResult(closed, {});
  if (open.state !== 'waiting') return openResult(open);
  await settleWaiting(deps, tx, open.voucherId, now);
  const receipt = await tx.readReceipt(open.opId);
  return receipt ? acceptanceResult(receipt, {}) : openResult((await tx.findConflict(open.opId)) ?? open);
}

async function refuse(
  scene: EntryScene,
  envelope: AcceptanceEnvelope,
  refusal: RefusalCode,
): Promise<SyncResult> {
  const receipt: StoredReceipt = { opId: envelope.opId, bodyHash: envelope.hash, refusal, answer: {} };
  await scene.tx.insertReceipt(receipt, scene.now);
  return refuseEntry(scene, envelope, refusal);
}

function toSale(scene: EntryScene, envelope: AcceptanceEnvelope, isPaidBefore: boolean): AcceptedSale {
  const { payload } = envelope;
  return {
    opId: envelope.opId,
    purchaseOpId: payload.purchaseOpId,
    deviceId: envelope.deviceId,
    seq: envelope.seq,
    contact: scene.contact,
    stallId: payload.estanteId,
    marketId: scene.author.marketId,
    voucherId: payload.codeQrUuid,
    customerId: payload.userId,
    price: payload.price,
    occurredAt: new Date(envelope.occurredAt),
    recordedAt: scene.now,
    isPaidBefore,
  };
}

async function setAside(
  { deps, tx }: EntryScene,
  envelope: AcceptanceEnvelope,
  sale: AcceptedSale,
  state: ConflictState,
  reason: ConflictReason,
): Promise<SaleConflict> {
  const { contact: _contact, isPaidBefore: _isPaidBefore, ...common } = sale;
  const conflict: SaleConflict = {
    ...common,
    id: deps.newIds.row(),
    kind: 'sale',
    state,
    reason,
    bodyHash: envelope.hash,
    missing: 0,
  };
  await tx.insertConflict(conflict);
  return conflict;
}
