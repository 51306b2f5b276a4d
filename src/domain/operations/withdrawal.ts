import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Decision } from './decision.ts';
import { doubtOf, type JournalFacts } from './journal/doubt.ts';
import { decideJournalVoid } from './journal/void.ts';
import { decideVoid, type VoidFacts, type VoidPlan } from './void.ts';

/** What the ledger has of the purchase that is withdrawn. paid: with the facts of its void, as its stall would ask for it. */
export type WithdrawnPurchase = { state: 'none' } | { state: 'refused' } | { state: 'paid'; sale: VoidFacts };

/** forbid: the purchase never was, and a late copy of it buys nothing. */
export type WithdrawalPlan = { kind: 'forbid' } | { kind: 'nothing' } | { kind: 'void'; plan: VoidPlan };

const nothing: Decision<WithdrawalPlan> = { kind: 'post', plan: { kind: 'nothing' } };

/**
 * The stall handed nothing over. The server cannot know whether its answer arrived, so the money binds: a paid sale is taken back at
 * once as far as a void of its stall would be, and beyond that it is a line for a person.
 */
export function decideWithdrawal(
  purchase: WithdrawnPurchase,
  entry: JournalFacts & { isInTime: boolean },
): Decision<WithdrawalPlan> {
  if (purchase.state === 'refused') return nothing;
  if (purchase.state === 'none') {
    const doubt = doubtOf(entry);
    return doubt !== null && mayComeBack.has(doubt)
      ? { kind: 'wait', code: 'SIGN_IN_AGAIN' }
      : { kind: 'post', plan: { kind: 'forbid' } };
  }
  const decided = decideJournalVoid({ amount: null }, purchase.sale, entry);
  if (decided.kind !== 'post') return decided;
  return decided.plan ? { kind: 'post', plan: { kind: 'void', plan: decided.plan } } : nothing;
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
