import type { Envelope } from '#src/contract/devices/envelope.ts';
import { purchaseReceiptSchema } from '#src/contract/money/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import { purchaseKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { recordIncident, refuseEntry, type EntryContext, type EntryFacts } from './context.ts';
import { awaits } from './proven.ts';

type WithdrawalEnvelope = Extract<Envelope, { kind: 'withdrawal' }>;

/** As shown in the market's list of voids. */
const withdrawalReason = 'Retirada: no se entregó nada';

/**
 * The stall handed nothing over. A purchase without a receipt gets the refusal WITHDRAWN for ever, so that a late copy
 * of it buys nothing; one that was paid is voided. Never both with an acceptance.
 */
export async function recordWithdrawal(
  context: EntryContext,
  envelope: WithdrawalEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now } = context;
  const { opId, payload } = envelope;
  const key = purchaseKeyOf(payload);
  const [purchase, acceptance, entry] = [
    await tx.findReceipt(key),
    await tx.findAcceptance(key.opId),
    await tx.findEntry(key.opId),
  ];
  const isOfAnother = entry !== null && entry.deviceId !== envelope.deviceId;
  if (acceptance || isOfAnother || purchase === 'reused') {
    await recordIncident(context, envelope, 'changed-body');
    return refuse(context, envelope, 'KEY_REUSED');
  }
  if (envelope.operatorId !== payload.estanteId) return refuse(context, envelope, 'FORBIDDEN');
  if (!purchase) await tx.insertReceipt({ ...key, refusal: 'WITHDRAWN', answer: {} }, now);
  else if (purchase.refusal === null) {
    // A stall that may no longer sell may not void either: its market does.
    const mayNot = mayNotTakeBack(context, facts);
    if (mayNot) return refuse(context, envelope, mayNot);
    // The device's key alone would give back what a stall has sold. It stands until the person comes.
    if (!facts.isVouched && !facts.isProven) return awaits(context, opId, 'SIGN_IN_AGAIN');
    await tx.takeBackPurchase({
      op: opId,
      movement: context.deps.newId(),
      code: purchaseReceiptSchema.parse(purchase.answer).codeCompra,
      market: context.author.marketId,
      reason: withdrawalReason,
      actor: envelope.operatorId,
      recordedAt: now,
    });
  }
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return { opId, state: 'accepted' };
}

function mayNotTakeBack({ author }: EntryContext, { operator, isProven }: EntryFacts): RefusalCode | null {
  if (isProven) return null;
  if (author.revokedAt) return 'DEVICE_REVOKED';
  return operator?.isActive ? null : 'FORBIDDEN';
}

async function refuse(
  context: EntryContext,
  envelope: WithdrawalEnvelope,
  refusal: RefusalCode,
): Promise<SyncResult> {
  const { opId, hash } = envelope;
  await context.tx.insertReceipt({ opId, bodyHash: hash, refusal, answer: {} }, context.now);
  return refuseEntry(context, envelope, refusal);
}
