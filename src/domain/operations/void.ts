import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import { refuse, type Decision } from './decision.ts';
import { pointsFor } from './sale.ts';

/** A purchase and its history so far; smallest unit shown. */
export type PurchaseStanding = {
  /** Remaining amount of the purchase after voids. */
  stands: Pesos;
  /** The part without cover that is not assigned: a void closes it first. */
  uncovered: Pesos;
  /** The part whose loss was assigned. It is final, and no void changes it. */
  assigned: Pesos;
  points: PointsStanding;
};

/**
 * Points of a purchase, and the facts that decide how many a partial void removes. Pesos in the smallest unit
 * shown.
 */
export type PointsStanding = {
  /** Earned by the sale, and by the assignment of its loss. */
  earned: Points;
  /** Already removed by earlier voids. */
  gone: Points;
  /** The amount that earned them, and the part that earlier voids returned. */
  paid: Pesos;
  returned: Pesos;
  /** The market's setting: one point for each. */
  pointsEvery: Pesos;
  /** The customer who has them. */
  ownerId: string;
};

/** A customer's points in the market of a sale. */
export type HeldPoints = {
  /** Negative when more were redeemed than remain. */
  balance: Points;
  /** Redeemed since the sale. */
  redeemedSince: Points;
};

export type VoidFacts = {
  /** The purchase, or the shares of a sale that several vouchers paid, in the order of payment. */
  shares: readonly PurchaseStanding[];
  /**
   * Null for its market, which voids on any day; otherwise its stall does. `payable`: its balance without the
   * held part. A sale that was paid out and then voided would exist as cash and as balance. `points`: of the
   * shares' owners, by customer.
   */
  stall: { isSameDay: boolean; payable: Pesos; points: ReadonlyMap<string, HeldPoints> } | null;
};

/** For each share in order: amount returned, part of it from the overspend account, and points removed. */
export type VoidPlan = readonly { amount: Pesos; fromUncovered: Pesos; points: Points }[];

/**
 * Decides how much a void returns, and to whom. `amount` is null for the whole remaining amount. The last
 * share returns first, then the one before it, because its voucher was only added when that one was too
 * small. The customer has only paid the vouchers' part, so the shortfall is closed first: a voucher never
 * gets back what it did not pay. Everything is decided before anything is posted.
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
  if (stall && areSpent(shares, plan, stall.points)) return refuse('POINTS_SPENT');
  return { kind: 'post', plan };
}

function planOf(shares: readonly PurchaseStanding[], amount: Pesos): VoidPlan {
  let left = amount;
  return [...shares]
    .reverse()
    .map(({ stands, assigned, uncovered, points }) => {
      const part = Math.min(left, stands - assigned);
      left -= part;
      const fromUncovered = Math.min(uncovered, part);
      return { amount: part, fromUncovered, points: pointsGone(points, part - fromUncovered) };
    })
    .reverse();
}

/**
 * Returns the points removed when `back` more is returned: those earned, less those already removed, less
 * those of the remaining amount.
 */
function pointsGone({ earned, gone, paid, returned, pointsEvery }: PointsStanding, back: Pesos): Points {
  const stay = pointsThatStand(earned, { paid, stands: paid - returned - back }, pointsEvery);
  return toPoints(Math.max(0, earned - gone - stay));
}

/**
 * Returns whether a void would leave an owner in debt because of a redemption after the sale. Points can be
 * redeemed only when a stall can no longer void, so this only happens with late withdrawals and calls around
 * midnight. A debt from before the sale does not count.
 */
function areSpent(
  shares: readonly PurchaseStanding[],
  plan: VoidPlan,
  held: ReadonlyMap<string, HeldPoints>,
): boolean {
  return [...held].some(([owner, { balance, redeemedSince }]) => {
    const gone = sumOf(plan.map(({ points }, n) => (shares[n]?.points.ownerId === owner ? points : 0)));
    return gone > balance && gone > 0 && redeemedSince > 0;
  });
}

/** Returns the amount that vouchers get back. */
export function coveredBy(plan: VoidPlan): Pesos {
  return sumOf(plan.map(({ amount, fromUncovered }) => amount - fromUncovered));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

/**
 * Returns the points that the remaining amount keeps. The market's rule is applied again; if it has changed
 * and would give another total, the points fall in proportion. Nothing remaining: none.
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
