import type { SyncResult } from '#src/contract/sync/schemas.ts';
import {
  finish,
  journalFactsOf,
  timeOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/journal/entry-context.ts';
import { topUpKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { openResult, RetryLater } from '#src/server/journal/envelopes/results.ts';
import type { ConflictLine } from '#src/server/journal/ports/rows.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';
import { closeConflict } from '../acceptance/post.ts';
import type { TopUpVoidEnvelope } from '../envelopes.ts';
import type { LoadedTopUpVoid } from './post.ts';
import { decideCashReturned, type TopUpVoidPlan } from './rule.ts';

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
  const { tx, deps, author, now } = context;
  const { opId, payload } = envelope;
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const key = topUpKeyOf(payload);
  const topUp = await tx.findReceipt(key);
  const line = topUp ? null : await lockOpenTopUp(context, envelope, key);
  if (!topUp && !line) throw new RetryLater('WAITS_FOR_ANOTHER');
  const { at, isPlausible } = await timeOf(context, envelope);
  const isMade = topUp !== null && topUp !== 'reused' && topUp.refusal === null;
  // As if the point requested it on the day the cash was returned.
  const asked = {
    topUp: { op: payload.topUpOpId },
    point: envelope.operatorId,
    isProven: facts.isProven,
    market: author.marketId,
    timeZone: deps.timeZone,
    at,
    now,
  };
  const loaded = isMade ? await tx.loadTopUpVoid(asked) : null;
  const decision = decideCashReturned(
    isMade
      ? { state: 'made', topUp: loaded?.facts ?? null }
      : { state: line ? 'open' : topUp === 'reused' ? topUp : 'refused' },
    { ...journalFactsOf(context, envelope, facts), isInTime: isPlausible || facts.isProven },
  );
  if (decision.kind !== 'post') return finish(context, envelope, decision, lineOf(envelope, at), open);
  const { plan } = decision;
  if (plan.kind === 'drop' && line) await drop(context, envelope, key, line);
  if (plan.kind === 'void' && loaded) await post(context, envelope, loaded, plan.plan);
  if (open) await closeConflict(tx, open, now);
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, now);
  return { opId, state: 'accepted' };
}

/** Locks the line of the point's own top-up under review, so that no later decision makes it. */
async function lockOpenTopUp(
  { tx }: EntryContext,
  { deviceId, operatorId }: TopUpVoidEnvelope,
  key: ReceiptKey,
): Promise<ConflictLine | null> {
  const seen = await tx.findConflict(key.opId);
  const line = seen && (await tx.lockConflict(seen.id));
  const isOwn = line?.deviceId === deviceId && line.stallId === operatorId;
  return isOwn && line.kind === 'cash-taken' && line.state === 'review' && line.bodyHash === key.bodyHash
    ? line
    : null;
}

/** Refuses a top-up under review permanently. */
async function drop(
  { tx, now }: EntryContext,
  { payload }: TopUpVoidEnvelope,
  key: ReceiptKey,
  line: ConflictLine,
): Promise<void> {
  await tx.insertReceipt({ ...key, refusal: 'TOP_UP_VOIDED', answer: {} }, now);
  await closeConflict(tx, line, now);
  // Purchases accepted meanwhile by its proof, which no top-up will ever cover.
  for (const purchase of await tx.lockWaiting(payload.uuid))
    await tx.updateConflict(purchase.id, {
      state: 'review',
      reason: 'CASH_RETURNED',
      missing: 0,
      resolution: null,
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

/** `occurredAt`: when the cash was returned, which decides the count that found it missing. */
function lineOf({ operatorId, payload }: TopUpVoidEnvelope, occurredAt: Date): SetAside {
  return {
    occurredAt,
    kind: 'cash-returned',
    purchaseOpId: payload.topUpOpId,
    stallId: operatorId,
    voucherId: payload.uuid,
    customerId: payload.clientId,
    price: payload.monto,
  };
}
