import type { SyncResult } from '#src/contract/sync/schemas.ts';
import {
  finish,
  journalFactsOf,
  refuseReused,
  timeOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/journal/entry-context.ts';
import { topUpKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { openResult, RetryLater } from '#src/server/journal/envelopes/results.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';
import { closeConflict } from '../acceptance/post.ts';
import type { Decision } from '../decision.ts';
import type { Envelope } from '../envelopes.ts';
import type { LoadedTopUpVoid } from './post.ts';
import { decideTopUpVoid, type TopUpVoidPlan } from './rule.ts';

type TopUpVoidEnvelope = Extract<Envelope, { kind: 'top-up-void' }>;

/**
 * Records that the cash of a top-up was returned. It is never refused, only set aside for a manager. It waits
 * for a top-up that has no answer yet. A top-up under review is then never made, because no debt remains; a
 * refused one needs nothing. The ledger identifies the top-up: one with other facts, or of another market, is
 * another operation.
 */
export async function recordTopUpVoid(
  context: EntryContext,
  envelope: TopUpVoidEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx, now } = context;
  const { opId, payload } = envelope;
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const key = topUpKeyOf(payload);
  const topUp = await tx.findReceipt(key);
  if (topUp === 'reused') return refuseReused(context, envelope);
  if (!topUp && !(await dropOpenTopUp(context, envelope, key))) throw new RetryLater('WAITS_FOR_ANOTHER');
  if (topUp?.refusal === null) {
    const loaded = await load(context, envelope, facts);
    if (!loaded) return refuseReused(context, envelope);
    const decision = await decide(context, envelope, facts, loaded);
    if (decision.kind !== 'post') return finish(context, envelope, decision, lineOf(envelope), open);
    await post(context, envelope, loaded, decision.plan);
  }
  if (open) await closeConflict(tx, open, now);
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return { opId, state: 'accepted' };
}

/**
 * Refuses a top-up under review permanently in this transaction, so that no later decision makes it. Returns
 * false when there is none.
 */
async function dropOpenTopUp(
  { tx, now }: EntryContext,
  { payload }: TopUpVoidEnvelope,
  key: ReceiptKey,
): Promise<boolean> {
  const seen = await tx.findConflict(key.opId);
  const line = seen && (await tx.lockConflict(seen.id));
  if (line?.kind !== 'top-up' || line.state !== 'review' || line.bodyHash !== key.bodyHash) return false;
  await tx.insertReceipt({ ...key, refusal: 'TOP_UP_VOIDED', answer: {} }, now);
  await closeConflict(tx, line, now);
  // Purchases accepted meanwhile by its proof, which no top-up will ever cover.
  for (const sale of await tx.lockWaiting(payload.uuid))
    await tx.updateConflict(sale.id, {
      state: 'review',
      reason: 'CASH_RETURNED',
      missing: 0,
      resolution: null,
    });
  return true;
}

/**
 * Loads the void as if the point requested it on the day the cash was returned. A void that this server's
 * seal proves was decided on that day.
 */
async function load(
  context: EntryContext,
  envelope: TopUpVoidEnvelope,
  { isProven }: EntryFacts,
): Promise<LoadedTopUpVoid | null> {
  const { tx, deps, author, now } = context;
  const { operatorId, payload } = envelope;
  const { at } = await timeOf(context, envelope);
  return tx.loadTopUpVoid({
    topUp: { op: payload.topUpOpId },
    point: isProven ? null : operatorId,
    market: author.marketId,
    timeZone: deps.timeZone,
    at,
    now,
  });
}

async function decide(
  context: EntryContext,
  envelope: TopUpVoidEnvelope,
  facts: EntryFacts,
  { facts: topUp, topUp: { pointId } }: LoadedTopUpVoid,
): Promise<Decision<TopUpVoidPlan>> {
  const { isPlausible } = await timeOf(context, envelope);
  return decideTopUpVoid(topUp, {
    ...journalFactsOf(context, envelope, facts),
    isOwn: pointId === envelope.operatorId,
    isInTime: isPlausible || facts.isProven,
  });
}

async function post(
  { tx, deps, author, now }: EntryContext,
  { opId: op, operatorId: actor, payload: { reason } }: TopUpVoidEnvelope,
  loaded: LoadedTopUpVoid,
  plan: TopUpVoidPlan,
): Promise<void> {
  const by = { actor, deviceId: author.id, market: author.marketId };
  await tx.postTopUpVoid(loaded, plan, { op, movement: deps.newId(), ...by, recordedAt: now, reason });
}

function lineOf({ operatorId, payload }: TopUpVoidEnvelope): Omit<SetAside, 'reason'> {
  return {
    kind: 'top-up-void',
    purchaseOpId: payload.topUpOpId,
    stallId: operatorId,
    voucherId: payload.uuid,
    customerId: payload.clientId,
    price: payload.monto,
  };
}
