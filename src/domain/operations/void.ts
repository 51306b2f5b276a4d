import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import { pointsFor } from '../purchase/decide-purchase.ts';
import { refuse, type Decision } from './decision.ts';

/** A purchase and what became of it until now; smallest unit shown. */
export type PurchaseStanding = {
  /** of the purchase, less what was voided of it */
  stands: Pesos;
  /** the part of it that no voucher covered and nobody has assigned: a void closes it first */
  uncovered: Pesos;
  /** the part of it whose loss somebody was assigned: that is decided, and no void touches it */
  assigned: Pesos;
};

export type VoidFacts = {
  /** the purchase, or the shares of a sale that several vouchers paid, in the order they were paid */
  shares: readonly PurchaseStanding[];
  /**
   * null: its market asks, which voids on any day. Else its stall does: `payable` is what it is owed and not held. A sale that was
   * paid out and then taken back would be cash and balance both.
   */
  stall: { isSameDay: boolean; payable: Pesos } | null;
};

/** For each share in the same order what it gives back, and how much of that leaves the overspend account. */
export type VoidPlan = readonly { amount: Pesos; fromUncovered: Pesos }[];

/**
 * How much a void gives back, and to whom. `amount` null: all that stands. The last share gives first, then the one before it, as their
 * codes came in because the one before fell short. The customer has paid the vouchers' part alone, so what is missing goes first: a
 * voucher never gets back what it did not give. Everything is decided before anything is posted.
 */
export function decideVoid(
  { amount: asked }: { amount: Pesos | null },
  { shares, stall }: VoidFacts,
): Exclude<Decision<VoidPlan>, { kind: 'review' | 'wait' }> {
  const stands = sumOf(shares.map((share) => share.stands));
  const most = stands - sumOf(shares.map(({ assigned }) => assigned));
  if (stands <= 0) return refuse('ALREADY_VOIDED');
  if (stall && !stall.isSameDay) return refuse('VOID_TOO_LATE');
  const amount = asked ?? stands;
  if (amount > most)
    return asked === null || most <= 0 ? refuse('SALE_ASSIGNED') : refuse('VOID_TOO_MUCH', most);
  const plan = planOf(shares, amount);
  if (stall && coveredBy(plan) > stall.payable) return refuse('ALREADY_PAID_OUT');
  return { kind: 'post', plan };
}

function planOf(shares: readonly PurchaseStanding[], amount: Pesos): VoidPlan {
  let left = amount;
  return [...shares]
    .reverse()
    .map(({ stands, assigned, uncovered }) => {
      const part = Math.min(left, stands - assigned);
      left -= part;
      return { amount: part, fromUncovered: Math.min(uncovered, part) };
    })
    .reverse();
}

/** What vouchers get back. */
export function coveredBy(plan: VoidPlan): Pesos {
  return sumOf(plan.map(({ amount, fromUncovered }) => amount - fromUncovered));
}

function sumOf(amounts: readonly Pesos[]): number {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

/**
 * Points that stay with what stands of the sum that earned them. The market's rule is asked again; where it has changed since
 * and would give others for the whole, they go down in proportion. Nothing stands: none.
 */
export function pointsThatStand(
  earned: Points,
  ofPaid: { paid: Pesos; stands: Pesos },
  pointsEvery: Pesos,
): Points {
  const { paid, stands } = ofPaid;
  if (paid <= 0) return toPoints(0);
  if (pointsFor(paid, pointsEvery) === earned) return pointsFor(stands, pointsEvery);
  return toPoints(Math.floor((earned * stands) / paid));
}
