import type { OpId } from '#src/contract/brands.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope, SaleShare } from '#src/contract/sync/envelope.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { entryOf, type PurchaseEntry } from '#src/server/ledger/purchases.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { openResult, paidResult, refusedResult, RetryLater } from '#src/server/sync/envelopes/results.ts';
import { authorRefusal } from './author-rules.ts';
import { refuseEntry, refuseReused, type EntryContext, type EntryFacts } from './context.ts';
import { awaits, payProven } from './proven.ts';

export type PurchaseEnvelope = Extract<Envelope, { kind: 'purchase' }>;

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
  const { tx, now } = context;
  const { opId, payload } = envelope;
  const entry = purchaseOf(envelope);
  if (payload.lines) await noteLines(context, envelope, payload.lines);
  // An open line does not matter: the purchase is requested again until it can be paid.
  if (facts.isProven) return (await payProven(context, envelope)) ?? awaits(context, opId, 'UNKNOWN_VOUCHER');
  await waitForEarlier(context, envelope);
  const code = await refusalOf(context, envelope, facts);
  if (code === 'NOT_OPERATOR' || code === 'SIGN_IN_AGAIN') return waitForOperator(context, envelope, code);
  if (code) {
    await tx.insertReceipt({ opId, bodyHash: entry.hash, refusal: code, answer: {} }, now);
    return refuseEntry(context, envelope, code);
  }
  if (payload.by === 'stall' && !(await areKnown(context, envelope))) return awaitTopUp(context, envelope);
  return purchaseResult(context, envelope, await post(context, envelope, entry));
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

/** Shares arrive together: the first to be processed decides the whole sale. */
async function post(
  { tx, now, deps }: EntryContext,
  envelope: PurchaseEnvelope,
  entry: PurchaseEntry,
): Promise<StoredAnswer<PurchaseReceipt>> {
  const { opId, payload, occurredAt } = envelope;
  if (payload.by === 'holder') {
    const { dayStartMs } = deps.voucherLife;
    return tx.postQueuedPurchase({ ...entry, occurredAt: new Date(occurredAt) }, now, dayStartMs);
  }
  if (!payload.shares) return tx.postPurchase(entry, now);
  const answer = (await tx.postShares(sharesOf(envelope, payload.shares), now)).get(opId);
  if (!answer) throw new Error(`the sale of ${opId} has no answer for it`);
  return answer;
}

/**
 * Notes the sale's lines with the first share. If the sale is not paid under this id, they are never read.
 */
async function noteLines(
  { tx }: EntryContext,
  { opId: op, payload }: PurchaseEnvelope,
  lines: readonly SaleLine[],
): Promise<void> {
  const price = payload.shares?.reduce((sum, share) => sum + share.price, 0) ?? payload.price;
  await tx.noteSaleLines({ op, price, lines });
}

async function areKnown({ tx }: EntryContext, { payload }: PurchaseEnvelope): Promise<boolean> {
  const ids = (payload.shares ?? [payload]).map(({ codeQrUuid }) => codeQrUuid);
  const known = await tx.knownVouchers(ids);
  return ids.every((id) => known.has(id));
}

function sharesOf(
  { operatorId: actor, payload: { estanteId } }: PurchaseEnvelope,
  shares: readonly SaleShare[],
): PurchaseEntry[] {
  return shares.map((share) => ({ ...entryOf({ ...share, estanteId }, share.opId), actor }));
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
export function purchaseOf(envelope: PurchaseEnvelope): PurchaseEntry {
  const { opId, operatorId, payload } = envelope;
  const { bodyHash } = receiptKeyOf(envelope);
  return { ...entryOf(payload, opId, bodyHash), actor: payload.by === 'stall' ? operatorId : null };
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
  const ops = payload.shares?.map(({ opId }) => opId) ?? [envelope.opId];
  if (ops.some((op) => context.withdrawn.has(op))) return 'WITHDRAWN';
  if (context.author.revokedAt) return 'DEVICE_REVOKED';
  if (payload.by === 'holder') return null;
  if (operatorId !== payload.estanteId) return 'FORBIDDEN';
  if (facts.operator) return authorRefusal('purchase', facts);
  const stall = await context.tx.readStall(operatorId);
  // An unknown stall may have registered after the restored copy was made.
  return !stall || stall.marketId === context.author.marketId ? 'NOT_OPERATOR' : 'FORBIDDEN';
}

/** The operation named in `after` needs its receipt first. Until then nothing of this one is recorded. */
export async function waitForEarlier({ tx }: EntryContext, { after }: Envelope): Promise<void> {
  if (after !== undefined && !(await tx.isAnswered(after))) throw new RetryLater('WAITS_FOR_ANOTHER');
}
