import { toOpId, type OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { ConflictReason } from '#src/contract/devices/settlement.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import type { TopUpReceipt } from '#src/contract/money/top-up.ts';
import { bodyHash, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { openResult, refusedResult } from '#src/server/sync/envelopes/results.ts';
import type { IssuedLink, SyncDeps, SaleConflict } from '#src/server/sync/ports/ports.ts';
import { postTopUpAndSettle } from '#src/server/sync/settlement/settle.ts';
import type { EntryContext, EntryFacts } from './context.ts';
import { waitForEarlier } from './purchase.ts';

type TopUpEnvelope = Extract<Envelope, { kind: 'top-up' }>;

/**
 * A top-up made without a link: cash was taken and a printed code handed out. When its device or operator may no longer
 * act it is not refused but set aside for the market's manager. Sales that waited for its voucher are settled with it.
 */
export async function recordOfflineTopUp(
  context: EntryContext,
  envelope: TopUpEnvelope,
  facts: EntryFacts,
  link: IssuedLink | null,
): Promise<SyncResult> {
  if (!link) throw new Error(`top-up ${envelope.opId} came without its link`);
  const { tx, deps, now } = context;
  const { opId, payload } = envelope;
  const hash = bodyHash('top-up', payload);
  if (!(await tx.readReceipt(opId))) {
    const open = await tx.findConflict(opId);
    if (open) return openResult(open);
    await waitForEarlier(context, envelope);
    const refusal = refusalOf(context, envelope, facts);
    if (refusal) {
      await tx.insertReceipt({ opId, bodyHash: hash, refusal, answer: {} }, now);
      return refusedResult(opId, refusal, { symbol: deps.currencySymbol, max: deps.topUpMax });
    }
    const reason = reviewReasonOf(context, facts);
    if (reason) return review(context, envelope, reason, hash);
  }
  return toResult(
    deps,
    opId,
    await postTopUpAndSettle(deps, tx, now, {
      opId,
      hash,
      voucherId: payload.uuid,
      customerId: payload.clientId,
      amount: payload.monto,
      topUpPoint: envelope.operatorId,
      link,
      isReviewed: false,
    }),
  );
}

function reviewReasonOf({ author }: EntryContext, { isFork, operator }: EntryFacts): ConflictReason | null {
  if (author.revokedAt) return 'DEVICE_REVOKED';
  if (!operator?.isActive) return 'OPERATOR_INACTIVE';
  return isFork ? 'JOURNAL_FORK' : null;
}

function refusalOf(
  { deps }: EntryContext,
  { payload }: TopUpEnvelope,
  { operator }: EntryFacts,
): 'FORBIDDEN' | 'AMOUNT_TOO_LARGE' | null {
  if (operator?.userType !== 'RECARGA') return 'FORBIDDEN';
  return payload.monto > deps.topUpMax ? 'AMOUNT_TOO_LARGE' : null;
}

async function review(
  { deps, tx, author, now }: EntryContext,
  envelope: TopUpEnvelope,
  reason: ConflictReason,
  hash: string,
): Promise<SyncResult> {
  const { payload } = envelope;
  const conflict: SaleConflict = {
    id: deps.newId(),
    kind: 'top-up',
    state: 'review',
    reason,
    opId: envelope.opId,
    bodyHash: hash,
    purchaseOpId: toOpId(''),
    marketId: author.marketId,
    stallId: envelope.operatorId,
    voucherId: payload.uuid,
    customerId: payload.clientId,
    price: payload.monto,
    missing: 0,
    deviceId: author.id,
    seq: envelope.seq,
    occurredAt: new Date(envelope.occurredAt),
    recordedAt: now,
  };
  await tx.insertConflict(conflict);
  return openResult(conflict);
}

function toResult(deps: SyncDeps, opId: OpId, answer: StoredAnswer<TopUpReceipt>): SyncResult {
  if (answer.kind === 'done') return { opId, state: 'accepted', topUp: { ...answer.receipt, opId } };
  return refusedResult(opId, answer.code, { symbol: deps.currencySymbol, max: deps.topUpMax });
}
