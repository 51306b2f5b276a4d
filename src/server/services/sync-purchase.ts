import type { Envelope } from '#src/contract/envelope.ts';
import { purchaseReceiptSchema } from '#src/contract/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { SyncResult } from '#src/contract/sync.ts';
import type { PurchaseEntry } from '#src/server/ledger/purchase-entry.ts';
import { purchaseHash } from '#src/server/replay/purchase-hash.ts';
import { toStoredAnswer } from '#src/server/replay/stored-answer.ts';
import { refuseEntry, type EntryFacts, type EntryScene } from './sync-entry-scene.ts';
import { NotNow, paidResult, refusedResult } from './sync-result.ts';

export type PurchaseEnvelope = Extract<Envelope, { kind: 'purchase' }>;

/**
 * A plain purchase: the server pays or refuses it as if it had come alone. Who asks is looked at only while there is no
 * receipt: an answer once given stays.
 */
export async function recordOfflinePurchase(
  scene: EntryScene,
  envelope: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, deps, now } = scene;
  const { opId, payload } = envelope;
  const hash = purchaseHash(payload);
  const receipt = await tx.readReceipt(opId);
  if (!receipt) {
    await waitForEarlier(scene, envelope);
    const code = refusalOf(scene, envelope, facts);
    if (code) {
      await tx.insertReceipt({ opId, bodyHash: hash, refusal: code, answer: {} }, now);
      return refuseEntry(scene, envelope, code);
    }
  }
  const answer = receipt
    ? toStoredAnswer({ body_hash: receipt.bodyHash, ...receipt, replayed: true }, hash, (kept) =>
        purchaseReceiptSchema.parse(kept),
      )
    : await tx.placePurchase(purchaseOf(envelope), now);
  if (answer.kind === 'done') return paidResult(opId, answer.receipt);
  return refusedResult(opId, answer.code, {
    symbol: deps.currencySymbol,
    ...(answer.left === undefined ? {} : { left: answer.left }),
  });
}

/** What the ledger is asked for. */
export function purchaseOf({ opId, operatorId, payload }: PurchaseEnvelope): PurchaseEntry {
  return {
    op: opId,
    hash: purchaseHash(payload),
    voucher: payload.codeQrUuid,
    customer: payload.userId,
    stall: payload.estanteId,
    price: payload.price,
    actor: payload.by === 'stall' ? operatorId : null,
  };
}

/** A holder buys by the voucher's link, at any stall; a stall sells for itself alone, while it is active. */
function refusalOf(scene: EntryScene, envelope: PurchaseEnvelope, facts: EntryFacts): RefusalCode | null {
  const { payload, operatorId } = envelope;
  if (scene.withdrawn.has(envelope.opId)) return 'WITHDRAWN';
  if (scene.author.revokedAt) return 'DEVICE_REVOKED';
  if (payload.by === 'holder') return null;
  const { operator } = facts;
  const maySell = operator?.userType === 'ESTANTE' && operator.isActive && operatorId === payload.estanteId;
  return maySell ? null : 'FORBIDDEN';
}

/** What this one names in `after` must have been answered first; while it has not, nothing of this one is kept. */
export async function waitForEarlier({ tx }: EntryScene, { after }: Envelope): Promise<void> {
  if (after !== undefined && !(await tx.readReceipt(after))) throw new NotNow('WAITS_FOR_ANOTHER');
}
