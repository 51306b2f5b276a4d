import { toOpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { ConflictReason } from '#src/contract/money/purchase.ts';
import type { SyncResult } from '#src/contract/devices/sync.ts';
import type { TopUpReceipt } from '#src/contract/money/top-up.ts';
import { defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { bodyHash, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { openResult, refusedResult } from '#src/server/sync/envelopes/results.ts';
import type { ReadyEntry } from '#src/server/sync/envelopes/prepare.ts';
import type { SaleConflict } from '#src/server/sync/ports/ports.ts';
import { closeConflict, postTopUpAndSettle } from '#src/server/sync/settlement/settle.ts';
import { doubtOf } from '#src/domain/operations/journal-doubt.ts';
import { journalFactsOf, refuseReused, type EntryContext, type EntryFacts } from './context.ts';
import { awaits, bringBackCustomer } from './proven.ts';
import { waitForEarlier } from './purchase.ts';

type TopUpEnvelope = Extract<Envelope, { kind: 'top-up' }>;

/**
 * A top-up made without a link: cash was taken and a printed code handed out. Whatever speaks against it by the time it
 * arrives, it is not refused but set aside for the market's manager. Sales that waited for its voucher are settled with it.
 */
export async function recordOfflineTopUp(
  context: EntryContext,
  envelope: TopUpEnvelope,
  facts: EntryFacts,
  { link, registration }: Pick<ReadyEntry, 'link' | 'registration'>,
): Promise<SyncResult> {
  if (!link) throw new Error(`top-up ${envelope.opId} came without its link`);
  const { tx, deps, now } = context;
  const { opId, payload } = envelope;
  const hash = bodyHash('top-up', payload);
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const doubt = doubtOf(journalFactsOf(context, envelope, facts));
  // One in doubt is a line whatever it follows: its registration may wait for the same person.
  if (!facts.isProven && !doubt) await waitForEarlier(context, envelope);
  const point = await tx.readTopUpPoint(envelope.operatorId);
  // It may have registered after the copy that this database was put back to.
  if (!point) return awaits(context, opId, 'FORBIDDEN');
  if (facts.isProven) {
    await bringBackCustomer(context, payload.clientId, registration);
    if (open) await closeConflict(tx, open, now);
  }
  // Not a top-up point of this market: nobody is owed a voucher for its cash.
  else if (point.marketId !== context.author.marketId) {
    await tx.insertReceipt({ opId, bodyHash: hash, refusal: 'FORBIDDEN', answer: {} }, now);
    return refusedResult(opId, 'FORBIDDEN', { symbol: deps.currencySymbol });
  }
  const reason = facts.isProven ? null : (doubt ?? (await reviewReasonOf(context, envelope)));
  if (reason) return review(context, envelope, reason, hash);
  return topUpResult(
    context,
    envelope,
    await postTopUpAndSettle(deps, tx, now, {
      opId,
      hash,
      voucherId: payload.uuid,
      customerId: payload.clientId,
      amount: payload.monto,
      topUpPoint: envelope.operatorId,
      link,
      isReviewed: facts.isProven,
    }),
  );
}

async function reviewReasonOf(
  context: EntryContext,
  envelope: TopUpEnvelope,
): Promise<ConflictReason | null> {
  const { deps, tx } = context;
  const { payload } = envelope;
  if (payload.monto > deps.topUpMax) return 'BEYOND_LIMITS';
  if (!(await tx.isCustomer(payload.clientId))) return 'CUSTOMER_GONE';
  return (await isWithinKioskLimits(context, envelope)) ? null : 'BEYOND_LIMITS';
}

/**
 * With nobody signed in a key is all that speaks: it makes what the market allows a kiosk at once and in all since somebody
 * was last signed in there, whatever its app says. Counted last, so that what is set aside takes nothing of it.
 */
async function isWithinKioskLimits(
  { author, tx, signedIn }: EntryContext,
  { operatorId, payload: { monto } }: TopUpEnvelope,
): Promise<boolean> {
  if (signedIn === operatorId) return true;
  const { kioskVoucher, kioskTotal } = (await tx.readLimits(author.marketId, null)) ?? defaultOfflineLimits;
  return monto <= kioskVoucher && (await tx.takeUnsigned(author.id, monto, kioskTotal));
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

/** The result of a top-up from what the ledger answered, now or before. */
export async function topUpResult(
  context: EntryContext,
  envelope: TopUpEnvelope,
  answer: StoredAnswer<TopUpReceipt>,
): Promise<SyncResult> {
  const { deps } = context;
  const { opId } = envelope;
  if (answer.kind === 'done') return { opId, state: 'accepted', topUp: { ...answer.receipt, opId } };
  if (answer.code === 'KEY_REUSED') return refuseReused(context, envelope);
  return refusedResult(opId, answer.code, { symbol: deps.currencySymbol, max: deps.topUpMax });
}
