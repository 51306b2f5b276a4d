import type { Envelope } from '#src/contract/envelope.ts';
import { purchaseReceiptSchema } from '#src/contract/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { SyncResult } from '#src/contract/sync.ts';
import { purchaseHash } from '#src/server/replay/purchase-hash.ts';
import { noteIncident, refuseEntry, type EntryFacts, type EntryScene } from './sync-entry-scene.ts';

type WithdrawalEnvelope = Extract<Envelope, { kind: 'withdrawal' }>;

/**
 * The stall handed nothing over. A purchase without an answer is answered WITHDRAWN for ever, so that a copy of it that is
 * still on its way buys nothing; one that was paid is taken back whole. Never both with an acceptance.
 */
export async function recordWithdrawal(
  scene: EntryScene,
  envelope: WithdrawalEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now } = scene;
  const { opId, payload } = envelope;
  const { purchaseOpId } = payload;
  const known = await tx.readReceipt(opId);
  if (known) return known.refusal ? refuseEntry(scene, envelope, known.refusal) : { opId, state: 'accepted' };
  const [purchase, acceptance, entry] = [
    await tx.readReceipt(purchaseOpId),
    await tx.findAcceptance(purchaseOpId),
    await tx.findEntry(purchaseOpId),
  ];
  const isOfAnother = entry !== null && entry.deviceId !== envelope.deviceId;
  if (acceptance || isOfAnother || (purchase && purchase.bodyHash !== purchaseHash(payload))) {
    await noteIncident(scene, envelope, 'changed-body');
    return refuse(scene, envelope, 'KEY_REUSED');
  }
  if (envelope.operatorId !== payload.estanteId) return refuse(scene, envelope, 'FORBIDDEN');
  if (!purchase)
    await tx.insertReceipt(
      { opId: purchaseOpId, bodyHash: purchaseHash(payload), refusal: 'WITHDRAWN', answer: {} },
      now,
    );
  else if (purchase.refusal === null) {
    // Somebody who may no longer sell gives nothing back either: the market does.
    const mayNot = mayNotTakeBack(scene, facts);
    if (mayNot) return refuse(scene, envelope, mayNot);
    await tx.takeBackPurchase({
      op: opId,
      movement: scene.deps.newIds.row(),
      code: purchaseReceiptSchema.parse(purchase.answer).codeCompra,
      market: scene.author.marketId,
      actor: envelope.operatorId,
      recordedAt: now,
    });
  }
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return { opId, state: 'accepted' };
}

function mayNotTakeBack({ author }: EntryScene, { operator }: EntryFacts): RefusalCode | null {
  if (author.revokedAt) return 'DEVICE_REVOKED';
  return operator?.isActive ? null : 'FORBIDDEN';
}

async function refuse(
  scene: EntryScene,
  envelope: WithdrawalEnvelope,
  refusal: RefusalCode,
): Promise<SyncResult> {
  const { opId, hash } = envelope;
  await scene.tx.insertReceipt({ opId, bodyHash: hash, refusal, answer: {} }, scene.now);
  return refuseEntry(scene, envelope, refusal);
}
