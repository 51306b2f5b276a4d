import {
  toPoints,
  type Pesos,
  type Points,
  type Amount,
  type MarketId,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { refuse, type Decision } from '../decision.ts';
import type { Transfer } from '../transfer.ts';

/** Points become an amount on a voucher, or a thing. */
export type RedemptionMovement = {
  transfers: Transfer<'redemption', 'voucher'>;
  detail: {
    /** "K-7K4M2QXD" */
    code: string;
    rewardId: string;
    customerId: string;
    marketId: MarketId;
    points: Points;
    amount: Amount | null;
    voucherId: VoucherId | null;
  };
};

export type RedemptionFacts = {
  isCustomerKnown: boolean;
  /** Its price and the amount it pays; null when this market does not offer it now. */
  reward: { cost: Points; amount: Pesos | null } | null;
  money: RewardMoney;
  /** Redeemable now: the balance without the points of the market's day; negative after a void of spent ones. */
  points: Points;
};

/** Limits of rewards with an amount, smallest unit shown: of one reward, and the rest of the market's day. */
type RewardMoney = { max: Pesos; leftToday: Pesos };

/** `left`: redeemable afterwards. */
export type RedemptionPlan = { points: Points; left: Points };

/** `pointsCost`: the price that the customer agreed to; null when unknown. */
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
  if (points < cost) return refuse('NOT_ENOUGH_POINTS', Math.max(0, points));
  return { kind: 'post', plan: { points: cost, left: toPoints(points - cost) } };
}
