import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Assignee, ConflictState } from '#src/contract/settlement/schemas.ts';
import type { CashSource } from '#src/contract/topups/top-up-void.ts';
import { refuse, type Decision, type Refused } from './decision.ts';
import { takenFrom, type SettledVoucher } from './offline-sale.ts';
import { pointsFor } from './sale.ts';
import { cashSourceOf, type TopUpVoidFacts } from './top-up-void.ts';
import { decideTopUp, type TopUpFacts } from './top-up.ts';
import { coveredBy, decideVoid, type VoidPlan } from './void.ts';
import type { WithdrawnPurchase } from './withdrawal.ts';

/** A conflict line that a person decides; amounts in the smallest unit shown. */
export type AssignmentFacts = {
  state: ConflictState;
  /**
   * answered: it has its answer without the line, as a sale whose purchase was paid meanwhile. reused, withdrawn: the
   * purchase's id belongs to another operation, or its stall has said that nothing was handed over for it.
   */
  operation: 'open' | 'answered' | 'reused' | 'withdrawn';
  /** the customer of the line, after merges */
  isCustomerKnown: boolean;
  about: LineSubject;
};

/** One point for each `pointsEvery`. null when the stall or its customer is gone, and none are earned. */
type Earned = { pointsEvery: Pesos | null };

type LineSubject =
  /** a sale that was paid: the market's overspend account holds what its voucher did not cover */
  | ({ kind: 'overspend'; missing: Pesos; covered: Pesos } & Earned)
  /** a sale that waits or is reviewed: nothing is posted yet. `voucher` is null when it never arrived */
  | ({ kind: 'sale'; price: Pesos; reason: ConflictReason; voucher: SettledVoucher | null } & Earned)
  | { kind: 'top-up'; amount: Pesos; topUp: TopUpFacts }
  /** `amount` as the line says it; `topUp` is null when the market has no such top-up */
  | { kind: 'top-up-void'; amount: Pesos; topUp: TopUpVoidFacts | null }
  /** a withdrawal or a void that its stall could not have by a call. `amount` is null for the whole purchase */
  | { kind: 'give-back'; amount: Pesos | null; purchase: WithdrawnPurchase };

/** `missing` is what the named bearer takes over. */
export type AssignmentPlan =
  /** nothing is posted, and every copy of the operation gets the same refusal */
  | { kind: 'leave'; missing: Pesos }
  /** nothing is left to do, and the operation counts as accepted */
  | { kind: 'nothing' }
  /** the loss leaves the overspend account; `points` is null when none come with it */
  | { kind: 'bear'; missing: Pesos; points: Points | null }
  | { kind: 'pay'; taken: Pesos; missing: Pesos; reason: ConflictReason | null; points: Points | null }
  /** without a voucher: the bearer pays the stall */
  | { kind: 'pay-directly'; missing: Pesos }
  | { kind: 'make-top-up' }
  | { kind: 'undo-top-up'; taken: Pesos; missing: Pesos; paidFrom: CashSource }
  /** `fromFund`: what the stall gets back of it */
  | { kind: 'take-back'; plan: VoidPlan; fromFund: Pesos };

type AssignmentDecision = { kind: 'post'; plan: AssignmentPlan } | Refused;

/** Puts the loss of a line on whom a person names, once. An operation that has its answer needs no decision. */
export function decideAssignment(
  { to }: { to: Assignee },
  { state, operation, isCustomerKnown, about }: AssignmentFacts,
): Exclude<Decision<AssignmentPlan>, { kind: 'review' | 'wait' }> {
  if (state === 'resolved' || operation === 'answered') return refuse('WRONG_STATE');
  if (operation === 'reused' && to !== 'stall') return refuse('KEY_REUSED');
  if (operation === 'withdrawn' && to !== 'stall') return refuse('WITHDRAWN');
  if (about.kind === 'give-back') return decideTakenBack(to, about);
  if (about.kind === 'top-up') return decideMade(to, about);
  if (to === 'customer' && !isCustomerKnown) return refuse('UNKNOWN_CUSTOMER');
  if (about.kind === 'top-up-void') return decideUndone(to, about);
  if (about.kind === 'sale') return decidePaid(to, about);
  const { missing } = about;
  return post({ kind: 'bear', missing, points: to === 'stall' ? null : pointsOf(about) });
}

function post(plan: AssignmentPlan): AssignmentDecision {
  return { kind: 'post', plan };
}

/** The points of the part that the voucher did not cover: the stall keeps its pay, so the customer earns them. */
function pointsOf({
  covered,
  missing,
  pointsEvery,
}: { covered: Pesos; missing: Pesos } & Earned): Points | null {
  if (pointsEvery === null) return null;
  return toPoints(pointsFor(covered + missing, pointsEvery) - pointsFor(covered, pointsEvery));
}

type About<Kind extends LineSubject['kind']> = Extract<LineSubject, { kind: Kind }>;

/**
 * The voucher gives its balance, unless its proof was invalid or it is somebody else's, and the rest is borne at once.
 * Borne by the stall, the sale is not paid at all. Without its PIN a voucher pays only where the market names its customer.
 */
function decidePaid(
  to: Assignee,
  { price, reason, voucher, pointsEvery }: About<'sale'>,
): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: 0 });
  // Only the market can confirm with the customer that a sale without the PIN was theirs.
  const isUntouched = reason === 'PIN_MISSING' && to !== 'customer';
  if (!voucher?.isOwn || reason === 'BAD_PROOF' || isUntouched)
    return post({ kind: 'pay-directly', missing: price });
  const taken = takenFrom(voucher, price);
  const missing = price - taken;
  if (missing === 0) return post({ kind: 'pay', taken, missing, reason: null, points: null });
  const points = pointsOf({ covered: taken, missing, pointsEvery });
  return post({ kind: 'pay', taken, missing, reason, points });
}

/** Borne by the point, the top-up is not made: its till still has to hold the cash. */
function decideMade(to: Assignee, { amount, topUp }: About<'top-up'>): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: 0 });
  const decided = decideTopUp({ amount }, topUp, null);
  if (decided.kind === 'refuse') return decided;
  return post({ kind: 'make-top-up' });
}

/**
 * Cash that went back for a top-up that could not be undone. Borne by the point, the top-up stands. Else the cash comes
 * off where it came from, and the voucher gives what it has left. The ledger says which top-up it is and how much: a
 * line that says otherwise names none.
 */
function decideUndone(to: Assignee, { amount, topUp }: About<'top-up-void'>): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: amount });
  if (topUp?.amount !== amount) return refuse('UNKNOWN_TOP_UP');
  const taken = topUp.isVoided ? 0 : Math.min(topUp.balance, amount);
  return post({ kind: 'undo-top-up', taken, missing: amount - taken, paidFrom: cashSourceOf(topUp) });
}

/**
 * Borne by the customer, the sale stands. Else it is voided as its market may on any day, as far as it stands, and the
 * fund gives the stall what it gave back.
 */
function decideTakenBack(to: Assignee, { amount: asked, purchase }: About<'give-back'>): AssignmentDecision {
  if (to === 'customer' || purchase.state !== 'paid') return post({ kind: 'leave', missing: 0 });
  const stands = purchase.sale.shares.reduce<Pesos>((sum, share) => sum + share.stands, 0);
  const amount = asked !== null && asked < stands ? asked : null;
  const decided = decideVoid({ amount }, purchase.sale);
  if (decided.kind === 'refuse')
    return decided.code === 'ALREADY_VOIDED' ? post({ kind: 'nothing' }) : refuse(decided.code);
  const fromFund = to === 'guarantee' ? coveredBy(decided.plan) : 0;
  return post({ kind: 'take-back', plan: decided.plan, fromFund });
}
