import assert from 'node:assert/strict';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { readMeant } from '#src/operations/customer/entry.ts';
import { toOpId } from '#src/protocol/brands.ts';
import {
  finish,
  journalFactsOf,
  type EntryContext,
  type EntryFacts,
  type SetAside,
} from '#src/server/journal/entry-context.ts';
import type { ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import { openResult } from '#src/server/journal/envelopes/results.ts';
import { bringBackCustomer } from '#src/server/journal/proven.ts';
import { closeConflict, postTopUpAndSettle } from '../acceptance/post.ts';
import { defaultOfflineLimits } from '../acceptance/rule.ts';
import { doubtOf } from '../doubt.ts';
import type { TopUpEnvelope } from '../envelopes.ts';
import { waitForEarlier } from '../purchase/entry.ts';
import { topUpHash } from '../top-up/post.ts';
import { beyondUnsigned, decideKioskTopUp, type TopUpEntry } from './rule.ts';

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
  const { opId, operatorId, payload } = envelope;
  const { monto: amount, uuid: voucher, clientId } = payload;
  const hash = topUpHash(payload);
  const open = await tx.findConflict(opId);
  if (open && !facts.isProven) return openResult(open);
  const entry = journalFactsOf(context, envelope, facts);
  // A top-up in doubt becomes a line whatever it follows: its registration may wait for the same person.
  if (!facts.isProven && !doubtOf(entry)) await waitForEarlier(context, envelope);
  const meant = await readMeant(tx, { deviceId: author.id, clientId });
  const customerId = meant ?? clientId;
  const { point, ...loaded } = await tx.loadTopUp({
    voucher,
    customer: customerId,
    topUpPoint: operatorId,
    max: deps.topUpMax,
    isApproved: facts.isProven,
  });
  const decision = decideKioskTopUp({ amount }, loaded.facts, {
    ...entry,
    isForeignPoint: point !== null && point.marketId !== author.marketId,
    isCustomerTaken: meant !== null,
    unsigned: await readUnsigned(context, envelope, facts),
  });
  const line = lineOf(envelope, customerId, hash);
  if (decision.kind !== 'post') return finish(context, envelope, decision, line, open);
  const { unsignedMost } = decision.plan;
  // Counted last, so that an operation that is set aside does not use up the allowance.
  if (unsignedMost !== null && !(await tx.takeUnsigned(author.id, amount, unsignedMost)))
    return finish(context, envelope, beyondUnsigned, line);
  const customer = loaded.customer ?? (await bringBackCustomer(context, customerId, registration));
  assert(point, 'the rule lets no unknown point make a top-up');
  if (open) await closeConflict(tx, open, now);
  const topUp = { op: opId, hash, voucher, customer, point, amount, recordedAt: now, ...link };
  return topUpResult(envelope, await postTopUpAndSettle(deps, tx, topUp));
}

/** Limits of a device on which the point is not signed in. */
async function readUnsigned(
  { tx, author, signedIn }: EntryContext,
  { operatorId }: TopUpEnvelope,
  { isProven }: EntryFacts,
): Promise<TopUpEntry['unsigned']> {
  if (isProven || signedIn === operatorId) return null;
  const limits = (await tx.readLimits(author.marketId, null)) ?? defaultOfflineLimits;
  return { each: limits.kioskVoucher, inAll: limits.kioskTotal };
}

function lineOf(
  { operatorId: stallId, payload: { uuid: voucherId, monto: price } }: TopUpEnvelope,
  customerId: string,
  bodyHash: string,
): SetAside {
  return { kind: 'cash-taken', purchaseOpId: toOpId(''), stallId, voucherId, customerId, price, bodyHash };
}

export function topUpResult({ opId }: TopUpEnvelope, topUp: TopUpReceipt): SyncResult {
  return { opId, state: 'accepted', topUp: { ...topUp, opId } };
}
