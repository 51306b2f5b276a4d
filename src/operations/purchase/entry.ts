import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { OpId } from '#src/protocol/brands.ts';
import {
  finish,
  refuseReused,
  type EntryContext,
  type EntryFacts,
  authorRefusal,
} from '#src/server/journal/entry-context.ts';
import { receiptKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { openResult, paidResult, refusedResult, RetryLater } from '#src/server/journal/envelopes/results.ts';
import { payProven } from '#src/server/journal/proven.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { waitedSince } from '#src/server/ledger/stall-purchases.ts';
import type { Envelope, PurchaseEnvelope } from '../envelopes.ts';
import { actOf, type PurchaseAct } from './post.ts';
import { decideWritten, type WrittenPurchase } from './rule.ts';

/**
 * Records a plain purchase without an answer, which is paid or refused as if it had come alone. One that waits is
 * recorded without an answer and requested again until its voucher, an acceptance or a withdrawal arrives.
 */
export async function recordOfflinePurchase(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now, deps, author } = context;
  const { opId, payload } = envelope;
  const entry = purchaseOf(envelope);
  const { price, lines } = payload;
  // If the sale is not paid under this id, they are never read.
  if (lines) await tx.notePurchaseLines({ op: opId, price, lines });
  // An open line does not matter: the purchase is requested again until it can be paid.
  if (facts.isProven) return payProven(context, envelope);
  await waitForEarlier(context, envelope);
  const decision = decideWritten({
    isWithdrawn: context.withdrawn.has(opId),
    isRevoked: author.revokedAt !== null,
    stall: payload.by === 'stall' ? await readSeller(context, envelope, facts) : null,
  });
  if (decision.kind === 'refuse') return finish(context, envelope, decision);
  if (decision.kind === 'wait') return (await openLine(context, opId)) ?? finish(context, envelope, decision);
  const placedAt = Math.max(0, Date.parse(envelope.occurredAt) + envelope.clockOffset);
  const waited = payload.by === 'stall' ? {} : waitedSince(placedAt, now, deps.timeZone);
  return purchaseResult(context, envelope, await tx.postPurchase({ ...entry, ...waited }, now));
}

/** Returns the result of a purchase from the ledger's answer, present or past. */
export async function purchaseResult(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  answer: StoredAnswer<PurchaseReceipt>,
): Promise<SyncResult> {
  const { opId } = envelope;
  if (answer.kind === 'done') return paidResult(opId, answer.receipt);
  const { code, left, charged } = answer;
  if (code === 'KEY_REUSED') return refuseReused(context, envelope);
  const symbol = context.deps.currencySymbol;
  const facts = { ...(left === undefined ? {} : { left }), ...(charged ? { charged } : {}) };
  return refusedResult(opId, code, { symbol, ...facts });
}

async function openLine({ tx }: EntryContext, opId: OpId): Promise<SyncResult | null> {
  const acceptance = await tx.findAcceptance(opId);
  const line = acceptance && (await tx.findConflict(acceptance.opId));
  return line && line.state !== 'resolved' ? openResult({ ...line, opId }) : null;
}

/** Returns the ledger's entry for this envelope. */
export function purchaseOf(envelope: PurchaseEnvelope): PurchaseAct {
  const { opId, operatorId, payload } = envelope;
  const { bodyHash } = receiptKeyOf(envelope);
  return { ...actOf(payload, opId, bodyHash), actor: payload.by === 'stall' ? operatorId : null };
}

async function readSeller(
  { tx, author }: EntryContext,
  { kind, operatorId, payload }: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<WrittenPurchase['stall']> {
  // An unknown stall may have registered after the restored copy was made.
  const stall = facts.operator ? null : await tx.readStall(operatorId);
  const { codeQrUuid: voucher, estanteId } = payload;
  return {
    isAuthor: operatorId === estanteId && (stall === null || stall.marketId === author.marketId),
    barred: authorRefusal(kind, facts),
    isVoucherKnown: (await tx.knownVouchers([voucher])).has(voucher),
  };
}

/** The operation named in `after` needs its receipt first. Until then nothing of this one is recorded. */
export async function waitForEarlier({ tx }: EntryContext, { after }: Envelope): Promise<void> {
  if (after !== undefined && !(await tx.isAnswered(after))) throw new RetryLater('WAITS_FOR_ANOTHER');
}
