import { toOpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import type { ConflictReason } from '#src/contract/money/purchase.ts';
import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { ReceiptKey } from '#src/server/ledger/receipts.ts';
import { topUpKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { openResult, RetryLater } from '#src/server/sync/envelopes/results.ts';
import type { SaleConflict } from '#src/server/sync/ports/ports.ts';
import { closeConflict } from '#src/server/sync/settlement/settle.ts';
import { refuseReused, type EntryContext, type EntryFacts } from './context.ts';

type TopUpVoidEnvelope = Extract<Envelope, { kind: 'top-up-void' }>;

/**
 * The cash of a top-up went back. Whatever speaks against it by the time it arrives, it is not refused but set aside for a person. A
 * top-up that has no answer yet comes first, and this one waits for it; one that waits for a person is then not made at all, for
 * nobody is owed anything; one that was refused needs nothing. Under the id of a call that the server has answered, it is that
 * call: a device keeps it to show it again to a server that was put back.
 */
export async function recordTopUpVoid(
  context: EntryContext,
  envelope: TopUpVoidEnvelope,
  facts: EntryFacts,
): Promise<SyncResult> {
  const { tx } = context;
  const { opId, payload } = envelope;
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const key = topUpKeyOf(payload);
  const topUp = await tx.findReceipt(key);
  if (topUp === 'reused') return refuseReused(context, envelope);
  if (!topUp && !(await dropOpenTopUp(context, envelope, key))) throw new RetryLater('WAITS_FOR_ANOTHER');
  const reason = topUp?.refusal === null ? await undo(context, envelope, facts) : null;
  if (reason) return open ? openResult(open) : review(context, envelope, reason);
  if (open) await closeConflict(tx, open, context.now);
  await tx.insertReceipt({ opId, bodyHash: envelope.hash, refusal: null, answer: {} }, context.now);
  return { opId, state: 'accepted' };
}

/** A top-up that waits for a person is refused for good, in this transaction: no late decision makes it. False: there is none. */
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
  // Sold meanwhile by its proof: no top-up is going to come for it.
  for (const sale of await tx.lockWaiting(payload.uuid))
    await tx.updateConflict(sale.id, {
      state: 'review',
      reason: 'TOP_UP_UNDONE',
      missing: 0,
      resolution: null,
    });
  return true;
}

/** null: it is undone. */
async function undo(
  context: EntryContext,
  envelope: TopUpVoidEnvelope,
  facts: EntryFacts,
): Promise<ConflictReason | null> {
  const { tx, deps, author, now } = context;
  const { opId, operatorId, payload } = envelope;
  const mayNot = facts.isProven ? null : reviewReasonOf(context, facts);
  if (mayNot) return mayNot;
  const { dayStartMs } = deps.voucherLife;
  const outcome = await tx.voidTopUp({
    op: opId,
    movement: deps.newId(),
    actor: operatorId,
    recordedAt: now,
    voucherId: payload.uuid,
    reason: payload.reason,
    point: operatorId,
    market: author.marketId,
    timeZone: `UTC+${String(Math.floor(dayStartMs / 3_600_000))}`,
    handedAt: new Date(Date.parse(envelope.occurredAt) + envelope.clockOffset),
  });
  return outcome.ok ? null : (reasonOf[outcome.code] ?? 'SPENT_ELSEWHERE');
}

const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  UNKNOWN_TOP_UP: 'NOT_OPERATOR',
  TOP_UP_VOIDED: 'TOP_UP_UNDONE',
  TOP_UP_VOID_TOO_LATE: 'TIME_IMPLAUSIBLE',
  VOUCHER_BLOCKED: 'VOUCHER_BLOCKED',
  VOUCHER_EXPIRED: 'TIME_IMPLAUSIBLE',
};

function reviewReasonOf(
  { author }: EntryContext,
  { isFork, operator, isVouched, isOfBefore }: EntryFacts,
): ConflictReason | null {
  if (author.revokedAt) return 'DEVICE_REVOKED';
  if (!operator) return 'NOT_OPERATOR';
  if (!operator.isActive) return 'OPERATOR_INACTIVE';
  if (operator.isSuspended && !isOfBefore) return 'BINDING_SUSPENDED';
  if (!isVouched) return 'OPERATOR_UNSIGNED';
  return isFork ? 'JOURNAL_FORK' : null;
}

async function review(
  { deps, tx, author, now }: EntryContext,
  { opId, hash, operatorId, seq, occurredAt, payload }: TopUpVoidEnvelope,
  reason: ConflictReason,
): Promise<SyncResult> {
  const conflict: SaleConflict = {
    id: deps.newId(),
    kind: 'top-up-void',
    state: 'review',
    reason,
    opId,
    bodyHash: hash,
    purchaseOpId: toOpId(''),
    marketId: author.marketId,
    stallId: operatorId,
    voucherId: payload.uuid,
    customerId: payload.clientId,
    price: payload.monto,
    missing: 0,
    deviceId: author.id,
    seq,
    occurredAt: new Date(occurredAt),
    recordedAt: now,
  };
  await tx.insertConflict(conflict);
  return openResult(conflict);
}
