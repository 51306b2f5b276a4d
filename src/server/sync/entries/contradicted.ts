import { toOpId, type OpId } from '#src/contract/brands.ts';
import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { SealedOutcome } from '#src/contract/sync/seal.ts';
import { decideVoid } from '#src/domain/operations/void.ts';
import { partOf, type Receipt } from '#src/server/ledger/receipts.ts';
import { acceptanceResult } from '#src/server/sync/envelopes/results.ts';
import { settleSale } from '#src/server/sync/settlement/settle.ts';
import { marketZone, refuseEntry, type EntryContext } from './context.ts';
import { answerOfProvenLine, setAsideProven } from './proven-line.ts';
import { awaits, judgeProven } from './proven.ts';
import type { PurchaseEnvelope } from './purchase.ts';

/** Shown in the market's list of voids. */
const givenBackReason = 'Devuelta: el estante ya tenía el rechazo';

/**
 * Resolves a contradiction between a result and its seal; returns null when they agree. A request that the
 * network or a rescue file kept from before a restore carries no seal. The restored copy knew less when it
 * judged it again, and may have decided the opposite of the answer on which the device acted. The seal
 * decides when it is shown: a charged purchase is given back, a refused one is paid.
 */
export async function contradicted(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  receipt: Receipt,
  proven: SealedOutcome,
): Promise<SyncResult | null> {
  if (proven.state === 'refused')
    return receipt.refusal === null && proven.code !== undefined
      ? giveBack(context, envelope, receipt, proven.code)
      : null;
  if (receipt.refusal === null || (await isWithdrawn(context, envelope.opId, receipt.refusal))) return null;
  return (await answerOfProvenLine(context, envelope)) ?? payAfterAll(context, envelope);
}

/**
 * The stall reported that it handed over nothing: before this purchase, in this batch, or after the refusal
 * that the seal contradicts.
 */
async function isWithdrawn(
  { tx, withdrawn }: EntryContext,
  opId: OpId,
  refusal: RefusalCode,
): Promise<boolean> {
  return refusal === 'WITHDRAWN' || withdrawn.has(opId) || tx.isAnswered(withdrawnPartOf(opId));
}

/**
 * Returns the id of the receipt left by the withdrawal of a refused purchase. It keeps a later seal from
 * paying the purchase.
 */
export const withdrawnPartOf = (opId: OpId): OpId => partOf(opId, 'nothing-handed-over');

/**
 * Returns the receipt of the payment that `payAfterAll` made for this purchase, or null. The acceptance of
 * that payment is in no journal, unlike a stall's.
 */
export async function findPaidAfterAll(tx: EntryContext['tx'], purchaseOpId: OpId): Promise<Receipt | null> {
  const [acceptance, purchase] = [await tx.findAcceptance(purchaseOpId), await tx.findEntry(purchaseOpId)];
  if (!acceptance || !purchase || (await tx.findEntry(acceptance.opId))) return null;
  const receipt = await tx.findReceipt({ opId: acceptance.opId, bodyHash: purchase.hash });
  if (!receipt || receipt === 'reused' || receipt.answer['purchase'] === undefined) return null;
  return { ...receipt, answer: purchaseReceiptSchema.parse(receipt.answer['purchase']) };
}

/** Gives a purchase back, unless its goods were handed over without an answer: then it stays paid. */
async function giveBack(
  context: EntryContext,
  envelope: PurchaseEnvelope,
  { answer }: Receipt,
  code: NonNullable<SealedOutcome['code']>,
): Promise<SyncResult | null> {
  const { tx, deps, author, now } = context;
  if (await tx.findAcceptance(envelope.opId)) return null;
  const op = partOf(envelope.opId, 'given-back');
  if (await tx.isAnswered(op)) return refuseEntry(context, envelope, code);
  const loaded = await tx.loadVoid({
    code: purchaseReceiptSchema.parse(answer).codeCompra,
    market: author.marketId,
    stall: null,
    timeZone: marketZone(deps),
    at: now,
  });
  const decision = loaded && decideVoid({ amount: null }, loaded.facts);
  const { operatorId: actor } = envelope;
  const posting = { op, movement: deps.newId(), actor, recordedAt: now, reason: givenBackReason };
  if (loaded && decision?.kind === 'post') await tx.postVoid(loaded, decision.plan, posting);
  await tx.insertReceipt({ opId: op, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return refuseEntry(context, envelope, code);
}

/**
 * Pays a stall that handed over goods on the server's answer. Settled once, like an acceptance, whatever
 * balance the voucher has left.
 */
async function payAfterAll(context: EntryContext, envelope: PurchaseEnvelope): Promise<SyncResult> {
  const { tx, deps, contact, now } = context;
  const { opId, deviceId, seq, hash, occurredAt, payload } = envelope;
  const known = await tx.findAcceptance(opId);
  // An acceptance written earlier by this function is in no journal.
  const bodyHash = (known && (await tx.findEntry(known.opId))?.hash) ?? hash;
  const receipt = known && (await tx.findReceipt({ opId: known.opId, bodyHash }));
  if (receipt && receipt !== 'reused') return { ...acceptanceResult(receipt, {}), opId };
  const stall = await tx.readStall(payload.estanteId);
  if (known || !stall) return awaits(context, opId, 'UNKNOWN_VOUCHER');
  const { caps } = await judgeProven(context, { purchaseOpId: opId, stallId: stall.id });
  const sale = {
    opId: toOpId(deps.newId()),
    purchaseOpId: opId,
    deviceId,
    seq,
    contact,
    stallId: stall.id,
    marketId: stall.marketId,
    voucherId: payload.codeQrUuid,
    customerId: payload.userId,
    price: payload.price,
    occurredAt: new Date(occurredAt),
    recordedAt: now,
    isPaidBefore: false,
    ...caps,
  };
  const settled = await settleSale(deps, tx, { ...sale, bodyHash: hash }, now);
  if (settled === 'PROVEN_BEYOND_LIMITS')
    return setAsideProven(context, envelope, { ...sale, bodyHash: hash });
  if (typeof settled === 'string') return awaits(context, opId, 'UNKNOWN_VOUCHER');
  await tx.insertAcceptance(sale);
  return { ...acceptanceResult(settled, {}), opId };
}
