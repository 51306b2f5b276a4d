import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import { refuse, type Decision } from './decision.ts';
import { pointsFor } from './sale.ts';

/** A purchase and what became of it until now; smallest unit shown. */
export type PurchaseStanding = {
  /** of the purchase, less what was voided of it */
  stands: Pesos;
  /** the part of it that no voucher covered and nobody has assigned: a void closes it first */
  uncovered: Pesos;
  /** the part of it whose loss somebody was assigned: that is decided, and no void touches it */
  assigned: Pesos;
  points: PointsStanding;
};

/** Points that a purchase gave, and what decides how many of them go with a part of it. Pesos in the smallest unit shown. */
export type PointsStanding = {
  /** by the sale, and by the assignment of its loss */
  earned: Points;
  /** of them taken back by earlier voids */
  gone: Points;
  /** the sum that earned them, and what earlier voids returned of it */
  paid: Pesos;
  returned: Pesos;
  /** of the market: one point for each */
  pointsEvery: Pesos;
  /** the customer who has them */
  ownerId: string;
};

/** Of a purchase where none are given. */
export const noPoints: PointsStanding = {
  earned: toPoints(0),
  gone: toPoints(0),
  paid: 0,
  returned: 0,
  pointsEvery: 0,
  ownerId: '',
};

/** A customer's points in the market of a sale. */
export type HeldPoints = {
  /** below 0: more were redeemed than stand */
  balance: Points;
  /** redeemed since the sale */
  redeemedSince: Points;
};

export type VoidFacts = {
  /** the purchase, or the shares of a sale that several vouchers paid, in the order they were paid */
  shares: readonly PurchaseStanding[];
  /**
   * null when its market asks, which voids on any day. Else its stall does: `payable` is what it is owed and not held. A
   * sale that was paid out and then taken back would be cash and balance both. `points`: by customer, those of the
   * shares' owners.
   */
  stall: { isSameDay: boolean; payable: Pesos; points: ReadonlyMap<string, HeldPoints> } | null;
};

/**
 * For each share in the same order what it gives back, how much of that leaves the overspend account, and the points
 * that go.
 */
export type VoidPlan = readonly { amount: Pesos; fromUncovered: Pesos; points: Points }[];

/**
 * How much a void gives back, and to whom. `amount` is null for all that stands. The last share gives first, then the
 * one before it, as their codes came in because the one before fell short. The customer has paid the vouchers' part
 * alone, so what is missing goes first: a voucher never gets back what it did not give. Everything is decided before
 * anything is posted.
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

/** Points that go when `back` more is returned: those earned, less what was taken before, less what stands gives. */
function pointsGone({ earned, gone, paid, returned, pointsEvery }: PointsStanding, back: Pesos): Points {
  const stay = pointsThatStand(earned, { paid, stands: paid - returned - back }, pointsEvery);
  return toPoints(Math.max(0, earned - gone - stay));
}

/**
 * Whether a void would leave an owner in debt because of a redemption after the sale. Points can be redeemed only when a
 * stall can no longer void, so this is met by withdrawals that arrive late and by calls around midnight. A debt from
 * before the sale does not count.
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

/** What vouchers get back. */
export function coveredBy(plan: VoidPlan): Pesos {
  return sumOf(plan.map(({ amount, fromUncovered }) => amount - fromUncovered));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce<number>((sum, amount) => sum + amount, 0);
}

/**
 * Points that stay with what stands of the sum that earned them. The market's rule is asked again; where it has changed
 * since and would give others for the whole, they go down in proportion. Nothing stands: none.
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
