import * as z from 'zod/mini';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { opIdField } from '#src/protocol/fields.ts';
import { refuse, review, wait, type CallDecision, type Decision } from '../decision.ts';
import { doubtOf, type JournalFacts } from '../doubt.ts';
import { purchaseIdentity } from '../purchase/rule.ts';
import { decideVoid, type VoidFacts, type VoidPlan } from '../void/rule.ts';

/**
 * Nothing was handed over, by the rules' or the person's decision. A purchase that the server has not
 * recorded is never made. One that it has, without this device's knowledge, is voided.
 */
export const withdrawalPayload = z.strictObject({
  purchaseOpId: opIdField,
  ...purchaseIdentity,
});

/**
 * The ledger's state of the withdrawn purchase. paid: with the facts of its void, as if its stall requested
 * one.
 */
export type WithdrawnPurchase =
  | { state: 'none' }
  | { state: 'refused' }
  | { state: 'paid'; facts: VoidFacts };

/**
 * The operation that a journal names. reused: its id is that of another operation or device, or its goods were handed over. foreign:
 * another stall's, or a sale of another market.
 */
type NamedPurchase = WithdrawnPurchase | { state: 'reused' } | { state: 'foreign' };

/** forbid: the purchase was never made, and a late copy of it buys nothing. */
export type WithdrawalPlan = { kind: 'forbid' } | { kind: 'nothing' } | { kind: 'void'; plan: VoidPlan };

const nothing: Decision<WithdrawalPlan> = { kind: 'post', plan: { kind: 'nothing' } };

/**
 * Decides a withdrawal: the stall handed over nothing. The server cannot know whether its answer arrived, so
 * the money decides. A paid sale is voided at once as far as its stall could, and beyond that becomes a line
 * for a person.
 */
export function decideWithdrawal(
  purchase: NamedPurchase,
  entry: JournalFacts & { isInTime: boolean },
): Decision<WithdrawalPlan> {
  if (purchase.state === 'reused') return refuse('KEY_REUSED');
  if (purchase.state === 'foreign') return refuse('FORBIDDEN');
  if (purchase.state === 'refused') return nothing;
  if (purchase.state === 'none') {
    // The person may sign in again. Until then the device may not create a receipt under an id of its choice.
    return doubtOf(entry) === 'NOT_OPERATOR'
      ? wait('SIGN_IN_AGAIN')
      : { kind: 'post', plan: { kind: 'forbid' } };
  }
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (!entry.isInTime) return review('TIME_IMPLAUSIBLE');
  const decided = decideVoid(purchase.facts);
  if (decided.kind === 'post') return { kind: 'post', plan: { kind: 'void', plan: decided.plan } };
  return decided.code === 'ALREADY_VOIDED' ? nothing : review(reasonOf[decided.code] ?? 'SPENT_ELSEWHERE');
}

/** Why a person decides about a withdrawal that its stall could not make by a call. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  VOID_TOO_LATE: 'TOO_LATE',
  ALREADY_PAID_OUT: 'PAID_OUT',
  POINTS_SPENT: 'POINTS_SPENT',
};

/**
 * An operation that its device holds as unaccepted, as the ledger knows it. reused: its id is that of another one.
 * `void`: null when the person may void nothing.
 */
export type HeldOperation<Plan> = 'none' | 'refused' | 'reused' | { void: CallDecision<Plan> | null };

/**
 * Decides a withdrawal by a call, without a journal. A stall's session voids a paid sale, and a point's its top-up. A
 * holder's link does not: goods may have been handed over for it, so a paid purchase stands.
 */
export function decideOwnWithdrawal<Plan>(
  held: HeldOperation<Plan>,
): CallDecision<{ kind: 'forbid' | 'nothing' | 'stands' } | { kind: 'void'; plan: Plan }> {
  if (held === 'reused') return refuse('KEY_REUSED');
  if (held === 'none') return { kind: 'post', plan: { kind: 'forbid' } };
  const decided = held === 'refused' ? refuse('ALREADY_VOIDED') : held.void;
  if (decided?.kind === 'post') return { kind: 'post', plan: { kind: 'void', plan: decided.plan } };
  if (decided?.code === 'UNKNOWN_TOP_UP') return decided;
  const isGone = decided?.code === 'ALREADY_VOIDED' || decided?.code === 'TOP_UP_VOIDED';
  return { kind: 'post', plan: { kind: isGone ? 'nothing' : 'stands' } };
}
