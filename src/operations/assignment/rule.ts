import type { Assignee, ConflictState } from '#src/contract/conflicts/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { CashSource } from '#src/contract/topups/top-up-void.ts';
import { toPoints, type Pesos, type Points } from '#src/protocol/brands.ts';
import { decideSettlement, type SettledVoucher } from '../acceptance/rule.ts';
import { refuse, type Refused } from '../decision.ts';
import { pointsFor } from '../purchase/rule.ts';
import { cashSourceOf, type TopUpVoidFacts } from '../top-up-void/rule.ts';
import { decideTopUp, type TopUpFacts } from '../top-up/rule.ts';
import type { Transfer, CashKind } from '../transfer.ts';
import { coveredBy, decideVoid, type VoidPlan } from '../void/rule.ts';
import type { WithdrawnPurchase } from '../withdrawal/rule.ts';

/** A loss moves to its bearer. */
export type AssignmentMovement = {
  transfers:
    | Transfer<'guarantee' | 'debt' | 'stall', 'overspend' | 'stall' | CashKind>
    // For a top-up that could not be voided: its voucher's remaining balance.
    | Transfer<'voucher', CashKind>;
  detail: null;
};

/** A conflict line to decide; amounts in the smallest unit shown. */
export type AssignmentFacts = {
  state: ConflictState;
  /**
   * answered: it has an answer besides the line, such as a sale whose purchase was paid meanwhile. reused,
   * withdrawn: the purchase's id belongs to another operation, or its stall reported that it handed over
   * nothing.
   */
  operation: 'open' | 'answered' | 'reused' | 'withdrawn';
  /** The line's customer is known, after merges. */
  isCustomerKnown: boolean;
  about: LineSubject;
};

/**
 * One point for each `pointsEvery`. Null when the stall or its customer no longer exists, so that none are
 * earned.
 */
type Earned = { pointsEvery: Pesos | null };

/** `creditLeft`: remaining credit of the voucher's market; null at its own stalls. */
type PurchaseVoucher = { voucher: SettledVoucher | null; creditLeft: Pesos | null };

type LineSubject =
  /** A paid sale: the market's overspend account holds its shortfall. */
  | ({ kind: 'overspend'; missing: Pesos; covered: Pesos } & Earned)
  /** A sale that waits or is under review: nothing is posted yet. `voucher` is null when it never arrived. */
  | ({ kind: 'sale'; price: Pesos; reason: ConflictReason } & PurchaseVoucher & Earned)
  | { kind: 'cash-taken'; amount: Pesos; topUp: TopUpFacts }
  /** `amount` as the line states it. `topUp` is null when the market has no such top-up. */
  | { kind: 'cash-returned'; amount: Pesos; reason: ConflictReason; topUp: TopUpVoidFacts | null }
  /** A withdrawal that its stall could not make by a call. */
  | { kind: 'give-back'; purchase: WithdrawnPurchase };

/** `missing`: the part that the named bearer takes over. */
export type AssignmentPlan =
  /** Nothing is posted, and every copy of the operation gets the same refusal. */
  | { kind: 'leave'; missing: Pesos }
  /** Nothing is left to do, and the operation counts as accepted. */
  | { kind: 'nothing' }
  /** The loss leaves the overspend account. `points` is null when it earns none. */
  | { kind: 'bear'; missing: Pesos; points: Points | null }
  | { kind: 'pay'; taken: Pesos; missing: Pesos; reason: ConflictReason | null; points: Points | null }
  /** Without a voucher: the bearer pays the stall. */
  | { kind: 'pay-directly'; missing: Pesos }
  | { kind: 'make-top-up' }
  | { kind: 'cash-returned'; taken: Pesos; missing: Pesos; paidFrom: CashSource }
  /** `fromFund`: the part that the stall gets back. */
  | { kind: 'take-back'; plan: VoidPlan; fromFund: Pesos };

/** close: the operation was answered meanwhile, so the line only closes, whatever its manager asked for. */
type AssignmentDecision = { kind: 'post'; plan: AssignmentPlan } | { kind: 'close' } | Refused;

/** Returns whether a top-up needs another voucher than its paper names, which belongs to others. */
export function needsNewPaper(facts: {
  isCustomerTaken: boolean;
  isVoucherTaken: boolean;
  reason: ConflictReason;
}): boolean {
  return facts.isCustomerTaken || facts.isVoucherTaken || facts.reason === 'ID_TAKEN';
}

/** Assigns the loss of a line to the named bearer, once. */
export function decideAssignment(
  { to }: { to: Assignee },
  { state, operation, isCustomerKnown, about }: AssignmentFacts,
): AssignmentDecision {
  if (state === 'resolved') return refuse('WRONG_STATE');
  if (operation === 'answered') return { kind: 'close' };
  if (operation === 'reused' && to !== 'stall') return refuse('KEY_REUSED');
  if (operation === 'withdrawn' && to !== 'stall') return refuse('WITHDRAWN');
  if (about.kind === 'give-back') return decideTakenBack(to, about);
  if (about.kind === 'cash-taken') return decideMade(to, about);
  if (to === 'customer' && !isCustomerKnown) return refuse('UNKNOWN_CUSTOMER');
  if (about.kind === 'cash-returned') return decideReturned(to, about);
  if (about.kind === 'sale') return decidePaid(to, about);
  const { missing } = about;
  return post({ kind: 'bear', missing, points: to === 'stall' ? null : pointsOf(about) });
}

function post(plan: AssignmentPlan): AssignmentDecision {
  return { kind: 'post', plan };
}

/** Returns the points of the uncovered part: the stall keeps its pay, so the customer earns them. */
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
 * A settlement without caps: the voucher pays its balance unless its proof was invalid or it belongs to another person, and the bearer
 * pays the rest at once. If the stall is the bearer, the sale is not paid at all. A voucher of a market without
 * credit pays once that market has paid, or the administrator has raised its line.
 */
function decidePaid(
  to: Assignee,
  { price, reason, voucher, creditLeft, pointsEvery }: About<'sale'>,
): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: 0 });
  if (!voucher?.isOwn || reason === 'BAD_PROOF') return post({ kind: 'pay-directly', missing: price });
  const caps = { voucherCap: price, deviceCap: price };
  const shortfall = { onVoucher: 0, onDevice: 0 };
  const decided = decideSettlement({ price }, { voucher, purchase: 'open', caps, creditLeft, shortfall });
  if (decided.kind !== 'post') return refuse('CLEARING_LIMIT');
  const { taken } = decided.plan;
  const missing = price - taken;
  if (missing === 0) return post({ kind: 'pay', taken, missing, reason: null, points: null });
  const points = pointsOf({ covered: taken, missing, pointsEvery });
  return post({ kind: 'pay', taken, missing, reason, points });
}

/** With the point as bearer the top-up is not made: its till must still hold the cash. */
function decideMade(to: Assignee, { amount, topUp }: About<'cash-taken'>): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: 0 });
  const decided = decideTopUp({ amount }, topUp);
  return decided.kind === 'post' ? post({ kind: 'make-top-up' }) : refuse(decided.code);
}

/**
 * Decides about cash that was returned for a top-up that could not be voided. With the point as bearer the
 * top-up stays valid. Otherwise the cash is deducted from its source, and the voucher pays its remaining
 * balance. The ledger defines the top-up and its amount: a line with other facts names none. Voided after the line was
 * written, the top-up's cash has been counted.
 */
function decideReturned(to: Assignee, { amount, reason, topUp }: About<'cash-returned'>): AssignmentDecision {
  if (to === 'stall') return post({ kind: 'leave', missing: amount });
  if (topUp?.amount !== amount) return refuse('UNKNOWN_TOP_UP');
  if (topUp.isVoided && reason !== 'CASH_RETURNED') return post({ kind: 'nothing' });
  const taken = topUp.isVoided ? 0 : Math.min(topUp.balance, amount);
  return post({ kind: 'cash-returned', taken, missing: amount - taken, paidFrom: cashSourceOf(topUp) });
}

/**
 * With the customer as bearer the sale stays valid. Otherwise its remaining amount is voided as its market
 * could on any day, and the fund refunds the stall.
 */
function decideTakenBack(to: Assignee, { purchase }: About<'give-back'>): AssignmentDecision {
  if (to === 'customer' || purchase.state !== 'paid') return post({ kind: 'leave', missing: 0 });
  const decided = decideVoid(purchase.facts);
  if (decided.kind === 'refuse')
    return decided.code === 'ALREADY_VOIDED' ? post({ kind: 'nothing' }) : refuse(decided.code);
  const fromFund = to === 'guarantee' ? coveredBy(decided.plan) : 0;
  return post({ kind: 'take-back', plan: decided.plan, fromFund });
}
