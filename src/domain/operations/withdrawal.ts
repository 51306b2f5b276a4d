import type { ConflictReason } from '#src/contract/money/purchase.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { review, type Decision } from './decision.ts';
import { doubtOf, type JournalFacts } from './journal-doubt.ts';
import { decideVoid, type VoidFacts, type VoidPlan } from './void.ts';

/** What the ledger has of the purchase that is withdrawn. paid: with the facts of its void, as its stall would ask for it. */
export type WithdrawnPurchase = { state: 'none' } | { state: 'refused' } | { state: 'paid'; sale: VoidFacts };

/** forbid: the purchase never was, and a late copy of it buys nothing. */
export type WithdrawalPlan = { kind: 'forbid' } | { kind: 'nothing' } | { kind: 'void'; plan: VoidPlan };

const nothing: Decision<WithdrawalPlan> = { kind: 'post', plan: { kind: 'nothing' } };

/** Why a person decides about a withdrawal that its stall could not have as a void. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  VOID_TOO_LATE: 'TOO_LATE',
  ALREADY_PAID_OUT: 'PAID_OUT',
  POINTS_SPENT: 'POINTS_SPENT',
};

/**
 * The stall handed nothing over. The server cannot know whether its answer arrived, so the money binds: a paid sale is taken back at
 * once as far as a void of its stall would be, and beyond that it is a line for a person.
 */
export function decideWithdrawal(
  purchase: WithdrawnPurchase,
  entry: JournalFacts & { isInTime: boolean },
): Decision<WithdrawalPlan> {
  if (purchase.state === 'refused') return nothing;
  const doubt = doubtOf(entry);
  if (purchase.state === 'none')
    return doubt !== null && mayComeBack.has(doubt)
      ? { kind: 'wait', code: 'SIGN_IN_AGAIN' }
      : { kind: 'post', plan: { kind: 'forbid' } };
  // The device's key alone would give back what a stall has sold. It stands until the person comes.
  if (doubt === 'OPERATOR_UNSIGNED') return { kind: 'wait', code: 'SIGN_IN_AGAIN' };
  if (doubt) return review(doubt);
  if (!entry.isInTime) return review('TIME_IMPLAUSIBLE');
  const decided = decideVoid({ amount: null }, purchase.sale);
  if (decided.kind === 'post') return { kind: 'post', plan: { kind: 'void', plan: decided.plan } };
  return decided.code === 'ALREADY_VOIDED' ? nothing : review(reasonOf[decided.code] ?? 'SPENT_ELSEWHERE');
}

/**
 * By a call, without a journal. A stall's session takes a paid sale back as a void would. A holder's link does not: goods may have
 * gone out for it, so a paid purchase stands (null).
 */
export function decideOwnWithdrawal(
  purchase: WithdrawnPurchase,
  by: 'stall' | 'holder',
): WithdrawalPlan | null {
  if (purchase.state === 'none') return { kind: 'forbid' };
  if (purchase.state === 'refused') return { kind: 'nothing' };
  if (by === 'holder') return null;
  const decided = decideVoid({ amount: null }, purchase.sale);
  if (decided.kind === 'post') return { kind: 'void', plan: decided.plan };
  return decided.code === 'ALREADY_VOIDED' ? { kind: 'nothing' } : null;
}

/** The person may sign in again: until then they write no receipt under an id of their choice. */
const mayComeBack: ReadonlySet<ConflictReason> = new Set<ConflictReason>([
  'NOT_OPERATOR',
  'BINDING_SUSPENDED',
]);
