import { type ConflictReason, purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import type { Receipt, ReceiptKey } from '#src/server/ledger/receipts.ts';
import {
  journalFactsOf,
  recordIncident,
  refuseEntry,
  setAside,
  timeOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/sync/entry-context.ts';
import { purchaseKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { openResult } from '#src/server/sync/envelopes/results.ts';
import { awaits, closeProvenLine, findPaidByLine, withdrawnPartOf } from '#src/server/sync/proven.ts';
import { closeConflict } from '../acceptance/post.ts';
import type { Envelope } from '../envelopes.ts';
import type { LoadedVoid } from '../void/post.ts';
import type { VoidPlan } from '../void/rule.ts';
import { decideWithdrawal } from './rule.ts';

type WithdrawalEnvelope = Extract<Envelope, { kind: 'withdrawal' }>;

/** Shown in the market's list of voids. */
const withdrawalReason = 'Retirada: no se entregó nada';

/**
 * Records that the stall handed over nothing. A purchase without a receipt gets the permanent refusal
 * WITHDRAWN, so that a late copy buys nothing. A paid purchase is voided, or becomes a line for a manager. A
 * withdrawal never coexists with an acceptance.
 */
export async function recordWithdrawal(
  context: EntryContext,
  envelope: WithdrawalEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now } = context;
  const { opId, payload } = envelope;
  const key = purchaseKeyOf(payload);
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const [purchase, acceptance, entry] = [
    (await findPaidByLine(tx, key.opId)) ?? (await tx.findReceipt(key)),
    await tx.findAcceptance(key.opId),
    await tx.findEntry(key.opId),
  ];
  const isOfAnother = entry !== null && entry.deviceId !== envelope.deviceId;
  if (acceptance || isOfAnother || purchase === 'reused') {
    await recordIncident(context, envelope, 'changed-body');
    return refuse(context, envelope, 'KEY_REUSED');
  }
  if (envelope.operatorId !== payload.estanteId) return refuse(context, envelope, 'FORBIDDEN');
  const time = await timeOf(context, envelope);
  const isPaid = purchase?.refusal === null;
  const loaded = isPaid ? await load(context, envelope, purchase, time.at, facts) : null;
  if (isPaid && !loaded) return refuse(context, envelope, 'FORBIDDEN');
  const decision = decideWithdrawal(
    loaded ? { state: 'paid', sale: loaded.facts } : purchase ? { state: 'refused' } : { state: 'none' },
    { ...journalFactsOf(context, envelope, facts), isInTime: time.isPlausible || facts.isProven },
  );
  if (decision.kind === 'wait') return awaits(context, opId, decision.code);
  if (decision.kind === 'refuse') return refuse(context, envelope, decision.code);
  if (decision.kind === 'review')
    return openResult(open ?? (await setAside(context, envelope, lineOf(envelope, decision.reason))));
  const { plan } = decision;
  if (plan.kind === 'forbid') await tx.insertReceipt({ ...key, refusal: 'WITHDRAWN', answer: {} }, now);
  if (purchase?.refusal && purchase.refusal !== 'WITHDRAWN') await leaveWithdrawn(context, key);
  if (plan.kind === 'void' && loaded) await takeBack(context, envelope, loaded, plan.plan);
  if (open) await closeConflict(tx, open, now);
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return { opId, state: 'accepted' };
}

/** After a restore the refusal may be wrong, and the seal that proves it may come later. */
async function leaveWithdrawn(context: EntryContext, key: ReceiptKey): Promise<void> {
  const { tx, now } = context;
  const opId = withdrawnPartOf(key.opId);
  if (!(await tx.isAnswered(opId))) await tx.insertReceipt({ ...key, opId, refusal: null, answer: {} }, now);
  await closeProvenLine(context, key.opId);
}

/**
 * Loads the withdrawal as if the stall requested a void; one that this server's seal proves was decided then.
 * Returns null for a sale of another market than the device's.
 */
async function load(
  { tx, author, deps }: EntryContext,
  { payload }: WithdrawalEnvelope,
  purchase: Receipt,
  at: Date,
  { isProven }: EntryFacts,
): Promise<LoadedVoid | null> {
  const { codeCompra: code } = purchaseReceiptSchema.parse(purchase.answer);
  const stall = isProven ? null : payload.estanteId;
  return tx.loadVoid({ code, stall, market: author.marketId, timeZone: deps.timeZone, at });
}

async function takeBack(
  { tx, deps, author, now }: EntryContext,
  { opId: op, operatorId: actor }: WithdrawalEnvelope,
  loaded: LoadedVoid,
  plan: VoidPlan,
): Promise<void> {
  const entry = { op, movement: deps.newId(), actor, recordedAt: now, reason: withdrawalReason };
  const {
    codeCompra: id,
    estanteName: name,
    price,
    points,
    nuevoSaldo,
  } = await tx.postVoid(loaded, plan, entry);
  await tx.writeDecision({
    kind: 'purchase-voided',
    actor: { id: actor, deviceId: author.id },
    marketId: author.marketId,
    subject: { type: 'PURCHASE', id, name },
    before: { price, points },
    after: { reason: withdrawalReason, nuevoSaldo },
    recordedAt: now,
  });
}

/** Returns the sale as the stall named it. */
function lineOf({ payload }: WithdrawalEnvelope, reason: ConflictReason): SetAside {
  return {
    kind: 'withdrawal',
    reason,
    purchaseOpId: toOpId(payload.purchaseOpId),
    stallId: payload.estanteId,
    voucherId: payload.codeQrUuid,
    customerId: payload.userId,
    price: payload.price,
  };
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
