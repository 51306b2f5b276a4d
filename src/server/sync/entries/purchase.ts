import type { Envelope } from '#src/contract/devices/envelope.ts';
import { purchaseReceiptSchema } from '#src/contract/money/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import type { PurchaseEntry } from '#src/server/ledger/purchases.ts';
import { purchaseHash, toStoredAnswer } from '#src/server/ledger/receipts.ts';
import { paidResult, refusedResult, RetryLater } from '#src/server/sync/envelopes/results.ts';
import { refuseEntry, type EntryContext, type EntryFacts } from './context.ts';

export type PurchaseEnvelope = Extract<Envelope, { kind: 'purchase' }>;

/**
 * A plain purchase: paid or refused as if it had come alone. The caller's rights are checked only while there is no
 * receipt: an answer once given stays.
 */
export async function recordOfflinePurchase(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, deps, now } = context;
  const { opId, payload } = envelope;
  const hash = purchaseHash(payload);
  const receipt = await tx.readReceipt(opId);
  if (!receipt) {
    await waitForEarlier(context, envelope);
    const code = refusalOf(context, envelope, facts);
    if (code) {
      await tx.insertReceipt({ opId, bodyHash: hash, refusal: code, answer: {} }, now);
      return refuseEntry(context, envelope, code);
    }
  }
  const answer = receipt
    ? toStoredAnswer(receipt, hash, (kept) => purchaseReceiptSchema.parse(kept), true)
    : await tx.postPurchase(purchaseOf(envelope), now);
  if (answer.kind === 'done') return paidResult(opId, answer.receipt);
  return refusedResult(opId, answer.code, {
    symbol: deps.currencySymbol,
    ...(answer.left === undefined ? {} : { left: answer.left }),
  });
}

/** The ledger's entry for this envelope. */
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

/** A holder buys with the voucher's link at any stall; a stall sells for itself alone, while it is active. */
function refusalOf(context: EntryContext, envelope: PurchaseEnvelope, facts: EntryFacts): RefusalCode | null {
  const { payload, operatorId } = envelope;
  if (context.withdrawn.has(envelope.opId)) return 'WITHDRAWN';
  if (context.author.revokedAt) return 'DEVICE_REVOKED';
  if (payload.by === 'holder') return null;
  const { operator } = facts;
  const maySell = operator?.userType === 'ESTANTE' && operator.isActive && operatorId === payload.estanteId;
  return maySell ? null : 'FORBIDDEN';
}

/** The operation named in `after` must have its receipt first; until then nothing of this one is recorded. */
export async function waitForEarlier({ tx }: EntryContext, { after }: Envelope): Promise<void> {
  if (after !== undefined && !(await tx.readReceipt(after))) throw new RetryLater('WAITS_FOR_ANOTHER');
}
