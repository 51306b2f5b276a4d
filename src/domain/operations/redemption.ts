import { toPoints, type Pesos, type Points } from '#src/contract/brands.ts';
import { refuse, type Decision } from './decision.ts';

export type RedemptionFacts = {
  isCustomerKnown: boolean;
  /** what it costs, and the money that it gives; null when this market does not offer it now */
  reward: { cost: Points; amount: Pesos | null } | null;
  money: RewardMoney;
  points: PointsBalance;
};

/** What rewards may give in money, smallest unit shown: one of them, and all of the market's day, less what was given. */
type RewardMoney = { max: Pesos; leftToday: Pesos };

/** A customer's points in a market, below 0 when a sale was voided after its points were spent. */
export type PointsBalance = {
  balance: Points;
  /** the part of it that comes from sales of the market's day: their stall can still void them */
  toConfirm: Points;
};

/** `left`: the balance afterwards, with what is to confirm. */
export type RedemptionPlan = { points: Points; left: Points };

/** Points of a sale are redeemed once its stall can no longer void it: from the market's next day. */
export function redeemablePoints({ balance, toConfirm }: PointsBalance): Points {
  return toPoints(Math.max(0, balance - toConfirm));
}

/** `pointsCost`: what the customer agreed to; null when not known. */
export function decideRedemption(
  { pointsCost }: { pointsCost: Points | null },
  { isCustomerKnown, reward, money, points }: RedemptionFacts,
): Exclude<Decision<RedemptionPlan>, { kind: 'review' | 'wait' }> {
  if (!isCustomerKnown) return refuse('UNKNOWN_CUSTOMER');
  if (!reward) return refuse('UNKNOWN_REWARD');
  const { cost, amount } = reward;
  if (pointsCost !== null && pointsCost !== cost) return refuse('REWARD_CHANGED');
  if (amount !== null && amount > money.max) return refuse('AMOUNT_TOO_LARGE');
  if (amount !== null && amount > money.leftToday)
    return refuse('REWARDS_OF_DAY', Math.max(0, money.leftToday));
  if (points.balance < cost) return refuse('NOT_ENOUGH_POINTS', Math.max(0, points.balance));
  const redeemable = redeemablePoints(points);
  if (redeemable < cost) return refuse('POINTS_TO_CONFIRM', redeemable);
  return { kind: 'post', plan: { points: cost, left: toPoints(points.balance - cost) } };
}
