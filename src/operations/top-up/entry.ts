import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import {
  finish,
  journalFactsOf,
  refuseReused,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/journal/entry-context.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { openResult, refusedResult } from '#src/server/journal/envelopes/results.ts';
import { bringBackCustomer } from '#src/server/journal/proven.ts';
import { topUpHash, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { closeConflict, postTopUpAndSettle } from '../acceptance/post.ts';
import { defaultOfflineLimits } from '../acceptance/rule.ts';
import { readMeant } from '../customer/meant-customer.ts';
import { doubtOf, type JournalFacts } from '../doubt.ts';
import type { Envelope } from '../envelopes.ts';
import { waitForEarlier } from '../purchase/entry.ts';
import { beyondUnsigned, checkedAsPosted, decideTopUp, type TopUpEntry, type TopUpFacts } from './rule.ts';

type TopUpEnvelope = Extract<Envelope, { kind: 'top-up' }>;

/**
 * Records a top-up made offline: cash was taken and a voucher issued. In doubt it is set aside for a manager,
 * and so is one whose voucher's or customer's id another operation has taken. Purchases that waited for its voucher are settled
 * with it.
 */
export async function recordOfflineTopUp(
  context: EntryContext,
  envelope: TopUpEnvelope,
  facts: EntryFacts,
  { link, registration }: Pick<ReadyEntry, 'link' | 'registration'>,
): Promise<SyncResult> {
  if (!link) throw new Error(`top-up ${envelope.opId} came without its link`);
  const { tx, deps, now, author } = context;
  const { opId, payload } = envelope;
  const { monto: amount, uuid: voucherId, clientId: customerId } = payload;
  const hash = topUpHash(payload);
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const entry = journalFactsOf(context, envelope, facts);
  // A top-up in doubt becomes a line whatever it follows: its registration may wait for the same person.
  if (!facts.isProven && !doubtOf(entry)) await waitForEarlier(context, envelope);
  const meant = await readMeant(tx, { deviceId: author.id, clientId: customerId });
  const loaded = await load(context, envelope, facts, meant);
  const decision = decideTopUp({ amount }, loaded.facts, { ...entry, ...loaded.entry });
  const line = lineOf(envelope, meant ?? customerId, hash);
  if (decision.kind !== 'post') return finish(context, envelope, decision, line, open);
  const { unsignedMost } = decision.plan;
  // Counted last, so that an operation that is set aside does not use up the allowance.
  if (unsignedMost !== null && !(await tx.takeUnsigned(author.id, amount, unsignedMost)))
    return finish(context, envelope, beyondUnsigned, line);
  if (facts.isProven) await bringBackCustomer(context, customerId, registration);
  if (open) await closeConflict(tx, open, now);
  const topUp = { opId, hash, voucherId, customerId, amount, topUpPoint: envelope.operatorId, link };
  const isReviewed = loaded.facts.isApproved;
  const answer = await postTopUpAndSettle(deps, tx, now, { ...topUp, isReviewed });
  return topUpResult(context, envelope, answer);
}

type Loaded = { facts: TopUpFacts; entry: Omit<TopUpEntry, keyof JournalFacts> };

/** A top-up that this server's seal shows as accepted brings its customer back. */
async function load(
  context: EntryContext,
  envelope: TopUpEnvelope,
  { isProven, operator }: EntryFacts,
  meant: string | null,
): Promise<Loaded> {
  const { deps, tx, author, signedIn } = context;
  const {
    operatorId,
    payload: { clientId, uuid },
  } = envelope;
  const point = await tx.readTopUpPoint(operatorId);
  const isKnown = isProven || (await tx.isCustomer(meant ?? clientId));
  const mayAct = isProven || signedIn === operatorId;
  const limits = mayAct ? null : ((await tx.readLimits(author.marketId, null)) ?? defaultOfflineLimits);
  return {
    facts: {
      ...checkedAsPosted,
      max: deps.topUpMax,
      customer: isKnown ? 'active' : 'unknown',
      point: point ? (operator?.isActive ? 'active' : 'inactive') : 'unknown',
      isVoucherTaken: await tx.isVoucherIdTaken(uuid),
      isApproved: isProven,
      till: isProven || !point ? null : await tx.lockTillRoom(operatorId),
    },
    entry: {
      isForeignPoint: point !== null && point.marketId !== author.marketId,
      isCustomerTaken: meant !== null,
      unsigned: limits && { each: limits.kioskVoucher, inAll: limits.kioskTotal },
    },
  };
}

function lineOf(
  { operatorId: stallId, payload: { uuid: voucherId, monto: price } }: TopUpEnvelope,
  customerId: string,
  bodyHash: string,
): Omit<SetAside, 'reason'> {
  return { kind: 'top-up', purchaseOpId: toOpId(''), stallId, voucherId, customerId, price, bodyHash };
}

/** Returns the result of a top-up from the ledger's answer, present or past. */
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
