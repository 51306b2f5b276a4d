import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { authorRefusal } from '#src/server/journal/author-rules.ts';
import {
  awaits,
  refuseFinally,
  refuseReused,
  type EntryContext,
  type EntryFacts,
} from '#src/server/journal/entry-context.ts';
import { receiptKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { openResult, paidResult, refusedResult, RetryLater } from '#src/server/journal/envelopes/results.ts';
import { payProven } from '#src/server/journal/proven.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { waitedSince } from '#src/server/ledger/stall-purchases.ts';
import type { Envelope, PurchaseEnvelope } from '../envelopes.ts';
import { actOf, type PurchaseAct } from './post.ts';

/**
 * Records a plain purchase without an answer, which is paid or refused as if it had come alone. A stall's
 * purchase on an unknown voucher is not refused. Its top-up may still be on a kiosk or be lost in a restore,
 * and the stall may have handed over goods by the voucher's proof. It is recorded without an answer and
 * requested again until the voucher, an acceptance or a withdrawal arrives.
 */
export async function recordOfflinePurchase(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now, deps } = context;
  const { opId, payload } = envelope;
  const entry = purchaseOf(envelope);
  const { price, lines } = payload;
  // If the sale is not paid under this id, they are never read.
  if (lines) await tx.notePurchaseLines({ op: opId, price, lines });
  // An open line does not matter: the purchase is requested again until it can be paid.
  if (facts.isProven) return (await payProven(context, envelope)) ?? awaits(context, opId, 'UNKNOWN_VOUCHER');
  await waitForEarlier(context, envelope);
  const code = await refusalOf(context, envelope, facts);
  if (code === 'NOT_OPERATOR' || code === 'SIGN_IN_AGAIN') return waitForOperator(context, envelope, code);
  if (code) return refuseFinally(context, envelope, code);
  const waited =
    payload.by === 'stall' ? {} : waitedSince(Date.parse(envelope.occurredAt), now, deps.timeZone);
  const isKnown = (await tx.knownVouchers([payload.codeQrUuid])).has(payload.codeQrUuid);
  if (payload.by === 'stall' && !isKnown) return awaitTopUp(context, envelope);
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

/**
 * A stall of this market that may not work on this device: it was never enrolled there, or must sign in
 * again. Its sale waits for that, or for a decision.
 */
async function waitForOperator(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  code: RefusalCode,
): Promise<SyncResult> {
  const line = await openLine(context, envelope.opId);
  if (line) return line;
  return refusedResult(envelope.opId, code, { symbol: context.deps.currencySymbol }, 'again');
}

async function openLine({ tx }: EntryContext, opId: OpId): Promise<SyncResult | null> {
  const acceptance = await tx.findAcceptance(opId);
  const line = acceptance && (await tx.findConflict(acceptance.opId));
  return line && line.state !== 'resolved' ? openResult({ ...line, opId }) : null;
}

async function awaitTopUp(context: EntryContext, { opId }: PurchaseEnvelope): Promise<SyncResult> {
  const line = await openLine(context, opId);
  return line ?? refusedResult(opId, 'UNKNOWN_VOUCHER', { symbol: context.deps.currencySymbol }, 'again');
}

/** Returns the ledger's entry for this envelope. */
export function purchaseOf(envelope: PurchaseEnvelope): PurchaseAct {
  const { opId, operatorId, payload } = envelope;
  const { bodyHash } = receiptKeyOf(envelope);
  return { ...actOf(payload, opId, bodyHash), actor: payload.by === 'stall' ? operatorId : null };
}

/**
 * Returns a refusal or null. A holder may buy at any stall with the voucher's link; a stall sells only for
 * itself, and only while active.
 */
async function refusalOf(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  facts: EntryFacts,
): Promise<RefusalCode | null> {
  const { payload, operatorId } = envelope;
  if (context.withdrawn.has(envelope.opId)) return 'WITHDRAWN';
  if (context.author.revokedAt) return 'DEVICE_REVOKED';
  if (payload.by === 'holder') return null;
  if (operatorId !== payload.estanteId) return 'FORBIDDEN';
  if (facts.operator) return authorRefusal(envelope.kind, facts);
  const stall = await context.tx.readStall(operatorId);
  // An unknown stall may have registered after the restored copy was made.
  return !stall || stall.marketId === context.author.marketId ? 'NOT_OPERATOR' : 'FORBIDDEN';
}

/** The operation named in `after` needs its receipt first. Until then nothing of this one is recorded. */
export async function waitForEarlier({ tx }: EntryContext, { after }: Envelope): Promise<void> {
  if (after !== undefined && !(await tx.isAnswered(after))) throw new RetryLater('WAITS_FOR_ANOTHER');
}
