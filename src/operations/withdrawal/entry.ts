import { purchaseReceiptSchema } from '#src/contract/purchases/schemas.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import {
  finish,
  journalFactsOf,
  timeOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/journal/entry-context.ts';
import { purchaseKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { openResult } from '#src/server/journal/envelopes/results.ts';
import { closeProvenLine, findPaidByLine, withdrawnPartOf } from '#src/server/journal/proven.ts';
import type { Receipt, ReceiptKey } from '#src/server/ledger/receipts.ts';
import { closeConflict } from '../acceptance/post.ts';
import type { WithdrawalEnvelope } from '../envelopes.ts';
import type { LoadedVoid } from '../void/post.ts';
import type { VoidPlan } from '../void/rule.ts';
import { withdrawalReason } from './post.ts';
import { decideWithdrawal } from './rule.ts';

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
  const purchase = (await findPaidByLine(tx, key.opId)) ?? (await tx.findReceipt(key));
  const acceptance = await tx.findAcceptance(key.opId);
  const entry = await tx.findEntry(key.opId);
  const isOfAnother = acceptance !== null || (entry !== null && entry.deviceId !== envelope.deviceId);
  const time = await timeOf(context, envelope);
  const isOwnStall = envelope.operatorId === payload.estanteId;
  const isPaid = purchase !== null && purchase !== 'reused' && purchase.refusal === null;
  const loaded =
    isPaid && isOwnStall && !isOfAnother ? await load(context, envelope, purchase, time.at, facts) : null;
  const decision = decideWithdrawal(
    isOfAnother || purchase === 'reused'
      ? { state: 'reused' }
      : !isOwnStall || (isPaid && !loaded)
        ? { state: 'foreign' }
        : loaded
          ? { state: 'paid', facts: loaded.facts }
          : { state: purchase ? 'refused' : 'none' },
    { ...journalFactsOf(context, envelope, facts), isInTime: time.isPlausible || facts.isProven },
  );
  if (decision.kind !== 'post') return finish(context, envelope, decision, lineOf(envelope), open);
  const { plan } = decision;
  if (plan.kind === 'forbid') await tx.insertReceipt({ ...key, refusal: 'WITHDRAWN', answer: {} }, now);
  if (purchase && purchase !== 'reused' && purchase.refusal !== null && purchase.refusal !== 'WITHDRAWN')
    await leaveWithdrawn(context, key);
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
  const entry = { op, movement: deps.newId(), actor, deviceId: author.id, recordedAt: now };
  await tx.postVoid(loaded, plan, { ...entry, reason: withdrawalReason });
}

/** Returns the sale as the stall named it. */
function lineOf({ payload }: WithdrawalEnvelope): SetAside {
  return {
    kind: 'withdrawal',
    purchaseOpId: toOpId(payload.purchaseOpId),
    stallId: payload.estanteId,
    voucherId: payload.codeQrUuid,
    customerId: payload.userId,
    price: payload.price,
  };
}
