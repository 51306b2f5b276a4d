import { purchaseReceiptSchema, type ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { type VoucherProof, endOfProof, marketPrefixOf } from '#src/protocol/voucher-proof.ts';
import {
  finish,
  type EntryContext,
  type EntryFacts,
  journalFactsOf,
} from '#src/server/journal/entry-context.ts';
import { purchaseKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { acceptanceResult, openResult, settledResult } from '#src/server/journal/envelopes/results.ts';
import type { AcceptedPurchase, ConflictLine, PurchaseFacts } from '#src/server/journal/ports/rows.ts';
import { closeProvenLine, findPaidByLine, judgeProven } from '#src/server/journal/proven.ts';
import type { FoundReceipt } from '#src/server/ledger/receipts.ts';
import { review } from '../decision.ts';
import type { AcceptanceEnvelope } from '../envelopes.ts';
import { closeIfPaid, insertAcceptanceReceipt, settleAccepted, settleWaiting } from './post.ts';
import {
  decideHandedOver,
  type PurchaseFound,
  type ShortfallCaps,
  decideOfflinePurchase,
  type OfflinePurchaseFacts,
} from './rule.ts';

/**
 * Records that the stall handed over the goods without an answer. A paid purchase stays paid. Otherwise the
 * sale is settled, waits for its top-up, or is set aside for review. Nothing here voids a payment.
 */
export async function recordAcceptance(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  facts: EntryFacts,
  proof: VoucherProof | null,
): Promise<SyncResult> {
  const { tx, deps } = context;
  const { opId, payload } = envelope;
  const line = await tx.findConflict(opId);
  if (line) return lookAgain(context, line, facts);
  const paid = await findPaidByLine(tx, payload.purchaseOpId);
  const purchase = paid ?? (await tx.findReceipt(purchaseKeyOf(payload)));
  const twin = await tx.findAcceptance(payload.purchaseOpId);
  const entry = await tx.findEntry(payload.purchaseOpId);
  const stall = await tx.readStall(payload.estanteId);
  const decision = decideHandedOver({
    purchase: stateOf(purchase),
    isOfAnother: twin !== null || (entry !== null && entry.deviceId !== envelope.deviceId),
    stall: stall && {
      isAuthor: envelope.operatorId === payload.estanteId,
      isOfMarket: stall.marketId === context.author.marketId,
    },
  });
  if (decision.kind !== 'post') return finish(context, envelope, decision);
  if (purchase && purchase !== 'reused' && decision.plan === 'paid') {
    const isPaidBefore = (entry?.contact ?? 0) < context.contact;
    await tx.insertAcceptance(toAccepted(context, envelope, { isPaidBefore, voucherCap: 0, deviceCap: 0 }));
    const paid = purchaseReceiptSchema.parse(purchase.answer);
    const kept = { opId, bodyHash: envelope.hash };
    return acceptanceResult(await insertAcceptanceReceipt(tx, kept, paid, context.now), {});
  }
  const { reason, caps } = facts.isProven
    ? await judgeProven(context, { purchaseOpId: payload.purchaseOpId, stallId: payload.estanteId })
    : await judgePurchase(context, envelope, facts, proof);
  const accepted = toAccepted(context, envelope, { isPaidBefore: false, ...caps });
  await tx.insertAcceptance(accepted);
  const open = { ...accepted, bodyHash: envelope.hash };
  await closeProvenLine(context, payload.purchaseOpId);
  if (reason) return finish(context, envelope, review(reason), { kind: 'sale', ...accepted });
  return settledResult(await settleAccepted(deps, tx, open, null, context.now));
}

/**
 * A sale set aside earlier and sent again: meanwhile its purchase may have been paid or its voucher may have
 * arrived.
 */
async function lookAgain(
  context: EntryContext,
  open: ConflictLine,
  { isProven }: EntryFacts,
): Promise<SyncResult> {
  const { deps, tx, now } = context;
  const closed = await closeIfPaid(tx, open, now);
  if (typeof closed === 'string') return openResult(open);
  if (closed) return acceptanceResult(closed, {});
  // A manager had decided it, in the part that this database has lost. The line is locked before its voucher, as by a
  // void and by an assignment.
  const line = isProven && open.state === 'review' ? await tx.lockConflict(open.id) : null;
  if (line?.state === 'review') {
    const { caps } = await judgeProven(context, line);
    return settledResult(await settleAccepted(deps, tx, { ...line, ...caps }, line, now));
  }
  if (open.state === 'waiting') await settleWaiting(deps, tx, open.voucherId, now);
  else if (!line) return openResult(open);
  // Settled now, or decided by a manager since it was read.
  const receipt = await tx.findReceipt(open);
  if (receipt && receipt !== 'reused') return acceptanceResult(receipt, {});
  return openResult((await tx.findConflict(open.opId)) ?? open);
}

function stateOf(purchase: FoundReceipt): PurchaseFound {
  if (purchase === null || purchase === 'reused') return purchase ?? 'open';
  if (purchase.refusal === 'WITHDRAWN') return 'withdrawn';
  return purchase.refusal === null ? 'paid' : 'open';
}

function toAccepted(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  judged: ShortfallCaps & { isPaidBefore: boolean },
): AcceptedPurchase {
  const { payload } = envelope;
  return {
    opId: envelope.opId,
    purchaseOpId: payload.purchaseOpId,
    deviceId: envelope.deviceId,
    seq: envelope.seq,
    contact: context.contact,
    stallId: payload.estanteId,
    marketId: context.author.marketId,
    voucherId: payload.codeQrUuid,
    customerId: payload.userId,
    price: payload.price,
    occurredAt: new Date(envelope.occurredAt),
    recordedAt: context.now,
    ...judged,
  };
}

/**
 * Decides whether an offline sale needs a review, from the facts that the server knows about it. `reason` is null when it
 * needs none.
 */
async function judgePurchase(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  entryFacts: EntryFacts,
  proof: VoucherProof | null,
): Promise<{ reason: ConflictReason | null; caps: ShortfallCaps }> {
  const { payload, clockOffset } = envelope;
  const { listAt: snapshotAsOf, ...facts } = await loadPurchase(context, envelope, proof);
  const claim = { ...payload, snapshotAsOf, occurredAt: Date.parse(envelope.occurredAt) + clockOffset };
  const decision = decideOfflinePurchase(claim, facts, journalFactsOf(context, envelope, entryFacts));
  return decision.kind === 'post'
    ? { reason: null, caps: decision.plan }
    : { reason: decision.reason, caps: { voucherCap: 0, deviceCap: 0 } };
}

async function loadPurchase(
  context: EntryContext,
  { payload, seq, hash }: AcceptanceEnvelope,
  proof: VoucherProof | null,
): Promise<OfflinePurchaseFacts & Pick<PurchaseFacts, 'listAt'>> {
  const { author, tx, contact, deps } = context;
  const { codeQrUuid: voucherId, limitsVersion, snapshotAsOf: asOf } = payload;
  const isForeign =
    proof !== null && payload.knownBalance === null && (await isFromElsewhere(context, proof));
  const open = await tx.openPurchases(author.id, contact, seq);
  const ofDevice = { deviceId: author.id, marketId: author.marketId, seq, hash };
  const { isListHanded, notBefore, personBlockedAt, versionBeforeRestore, ...known } =
    await tx.readPurchaseFacts({
      ...ofDevice,
      voucherId,
      asOf,
    });
  const isNewer = known.versionAtContact > limitsVersion;
  return {
    ...known,
    list: versionBeforeRestore !== null ? 'before-restore' : isListHanded ? 'handed' : 'unknown',
    now: context.now.getTime(),
    proof: proof && {
      ...proof,
      by: proof.signer.by,
      endsAt: endOfProof(proof, deps.voucherLife),
      isForeign,
    },
    limits:
      (await context.limitsOf(limitsVersion)) ??
      (versionBeforeRestore === null ? null : await context.limitsOf(versionBeforeRestore)),
    newerLimits: isNewer ? await context.limitsOf(known.versionAtContact) : null,
    open: {
      onVoucher: sumOf(open.filter((purchase) => purchase.voucherId === voucherId)),
      onDevice: sumOf(open),
    },
    notBefore: notBefore.getTime(),
    personBlockedAt: personBlockedAt?.getTime() ?? null,
  };
}

/**
 * Whether the proof names another market than the device's, by the server's own key or its books of the kiosk. A proof
 * of version 1 names none: it is judged as the device judged it.
 */
async function isFromElsewhere({ author, tx }: EntryContext, { signer }: VoucherProof): Promise<boolean> {
  if (signer.by === 'server')
    return signer.market !== undefined && signer.market !== marketPrefixOf(author.marketId);
  const market = await tx.findKioskMarket(signer.devicePrefix);
  return market !== null && market !== author.marketId;
}

function sumOf(sales: readonly { price: number }[]): number {
  return sales.reduce((sum, { price }) => sum + price, 0);
}
