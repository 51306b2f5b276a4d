import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { decideJournalVoid } from '#src/domain/operations/journal/void.ts';
import type { VoidPlan } from '#src/domain/operations/void.ts';
import { partOf } from '#src/server/ledger/receipts.ts';
import type { LoadedVoid } from '#src/server/operations/void.ts';
import { receiptKeyOf, voidCallHash } from '#src/server/sync/envelopes/own-receipt.ts';
import { openResult } from '#src/server/sync/envelopes/results.ts';
import { closeConflict } from '#src/server/sync/settlement/settle.ts';
import {
  journalFactsOf,
  marketZone,
  refuseEntry,
  refuseReused,
  setAside,
  timeOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from './context.ts';
import { awaits } from './proven.ts';

type VoidEnvelope = Extract<Envelope, { kind: 'void' }>;

/**
 * Records a void that a stall made on its screen, whole or in part. The call voided it under the same id, so
 * only a restored database that lacks the call decides it here.
 */
export async function recordVoid(
  context: EntryContext,
  envelope: VoidEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  return decide(context, envelope, facts, null);
}

/**
 * Voids a sale whose void was refused earlier. An old request had brought the void to a restored server
 * before its sale came back. The seal decides when it is shown: the sale is voided once, as soon as it is
 * here, with a receipt beside the refusal.
 */
export async function voidAfterAll(
  context: EntryContext,
  envelope: VoidEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const op = partOf(envelope.opId, 'after-all');
  return (await context.tx.isAnswered(op))
    ? { opId: envelope.opId, state: 'accepted' }
    : decide(context, envelope, facts, op);
}

/** `afterAll`: id of the receipt when the void's own receipt is a refusal. */
async function decide(
  context: EntryContext,
  envelope: VoidEnvelope,
  facts: EntryFacts,
  afterAll: OpId | null,
): Promise<SyncResult> {
  const { tx, now } = context;
  const { opId, operatorId, payload } = envelope;
  const receiptId = afterAll ?? opId;
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const time = await timeOf(context, envelope);
  const loaded = await load(context, envelope, time.at, facts);
  if (!loaded) {
    if (await isNeverSold(context, envelope)) {
      if (open) await closeConflict(tx, open, now);
      return giveNothingBack(context, envelope, receiptId);
    }
    return afterAll ? awaits(context, opId, 'UNKNOWN_PURCHASE') : withoutSale(context, envelope, facts);
  }
  if (loaded.shares.some(({ bought }) => bought.stall_id !== operatorId))
    return refuseReused(context, envelope);
  const decision = decideJournalVoid({ amount: payload.monto ?? null }, loaded.facts, {
    ...journalFactsOf(context, envelope, facts),
    isInTime: time.isPlausible || facts.isProven,
  });
  if (decision.kind === 'wait') return awaits(context, opId, decision.code);
  if (decision.kind === 'review')
    return openResult(open ?? (await setAside(context, envelope, lineOf(envelope, loaded, decision.reason))));
  if (open) await closeConflict(tx, open, now);
  if (decision.plan) await giveBack(context, envelope, receiptId, { loaded, plan: decision.plan });
  else return giveNothingBack(context, envelope, receiptId);
  return { opId, state: 'accepted' };
}

/**
 * The stall's withdrawal came first, so the sale is never paid. Waiting for it would hold the device's money
 * forever.
 */
async function isNeverSold({ tx }: EntryContext, { payload }: VoidEnvelope): Promise<boolean> {
  for (const op of payload.purchaseOpIds) if (!(await tx.isWithdrawn(op))) return false;
  return true;
}

async function giveNothingBack(
  { tx, now }: EntryContext,
  envelope: VoidEnvelope,
  receiptId: OpId,
): Promise<SyncResult> {
  await tx.insertReceipt({ ...receiptKeyOf(envelope), opId: receiptId, refusal: null, answer: {} }, now);
  return { opId: envelope.opId, state: 'accepted' };
}

/**
 * Loads the void as if the stall requested it; a void that this server's seal proves was decided then. Looked
 * up by operation id, because a sale that came back has another code.
 */
function load(
  { tx, author, deps }: EntryContext,
  { operatorId, payload: { purchaseOpIds: ops, codeCompra: code } }: VoidEnvelope,
  at: Date,
  { isProven }: EntryFacts,
): Promise<LoadedVoid | null> {
  const stall = isProven ? null : operatorId;
  return tx.loadVoid({ code, ops, stall, market: author.marketId, timeZone: marketZone(deps), at });
}

/**
 * Handles a void whose sale is missing. If the sale may still come back with another device, or waits for its
 * top-up, the void is requested again. A refusal of its call in the meantime is irrelevant: goods that a
 * stall handed over are paid by its acceptance. Otherwise there is nothing to void.
 */
async function withoutSale(
  context: EntryContext,
  envelope: VoidEnvelope,
  { isProven }: EntryFacts,
): Promise<SyncResult> {
  const { tx, author } = context;
  const { opId, payload } = envelope;
  for (const op of payload.purchaseOpIds)
    if (!(await tx.isAnswered(op)) && (await tx.findEntry(op)))
      return awaits(context, opId, 'UNKNOWN_PURCHASE');
  const { number } = await tx.readEpoch();
  if (await tx.isAnyExpected(number, author.marketId)) return awaits(context, opId, 'UNKNOWN_PURCHASE');
  return isProven ? giveNothingBack(context, envelope, opId) : refuse(context, envelope);
}

async function refuse(context: EntryContext, envelope: VoidEnvelope): Promise<SyncResult> {
  const refusal = 'UNKNOWN_PURCHASE';
  await context.tx.insertReceipt({ ...receiptKeyOf(envelope), refusal, answer: {} }, context.now);
  return refuseEntry(context, envelope, refusal);
}

/** Writes the receipt of the call, so that a repeated call gets the same answer. */
async function giveBack(
  { tx, deps, author, now }: EntryContext,
  envelope: VoidEnvelope,
  receiptId: OpId,
  { loaded, plan }: { loaded: LoadedVoid; plan: VoidPlan },
): Promise<void> {
  const {
    opId: op,
    operatorId: actor,
    payload: { reason },
  } = envelope;
  const entry = { op, movement: deps.newId(), actor, recordedAt: now, reason };
  const receipt = await tx.postVoid(loaded, plan, entry);
  const { codeCompra: id, estanteName: name, price, points, nuevoSaldo, returned, stands } = receipt;
  const bodyHash = voidCallHash(envelope);
  await tx.insertReceipt({ opId: receiptId, bodyHash, refusal: null, answer: receipt }, now);
  await tx.writeDecision({
    kind: 'purchase-voided',
    actor: { id: actor, deviceId: author.id },
    marketId: author.marketId,
    subject: { type: 'PURCHASE', id, name },
    before: { price, points },
    after: { reason, nuevoSaldo, ...(stands ? { returned, stands } : {}) },
    recordedAt: now,
  });
}

function lineOf(
  { opId, operatorId, payload }: VoidEnvelope,
  { shares }: LoadedVoid,
  reason: ConflictReason,
): SetAside {
  const [first] = shares;
  const [purchaseOpId] = payload.purchaseOpIds;
  if (!first || purchaseOpId === undefined) throw new Error(`void ${opId} names no purchase`);
  const stands = shares.reduce<Pesos>((sum, { standing }) => sum + standing.stands, 0);
  return {
    kind: 'void',
    reason,
    purchaseOpId,
    stallId: operatorId,
    voucherId: first.bought.voucher_id,
    customerId: first.bought.customer_id,
    price: payload.monto ?? stands,
  };
}
