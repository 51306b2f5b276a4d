import type { RedemptionReceipt } from '#src/contract/points/schemas.ts';
import { voucherCreated } from '#src/contract/topups/schemas.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import {
  toPoints,
  type Amount,
  type MarketId,
  type Pesos,
  type Points,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { post } from '#src/server/ledger/movements.ts';
import { readPoints } from '#src/server/ledger/points.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import { endOf, openVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { isActive } from '#src/server/store/records/people.ts';
import { lockRow } from '#src/server/store/rows.ts';
import { marketAccount, transfer, voucherAccount } from '../transfer.ts';
import { decideRedemption, type RedemptionFacts, type RedemptionPlan } from './rule.ts';

export type RedemptionAct = StaffAct & {
  /** "K-7K4M2QXD" */
  code: string;
  /** Id of the voucher to issue, for a reward with an amount. */
  voucher: VoucherId;
  customer: string;
  reward: string;
  /** Price that the customer agreed to; null when unknown. */
  pointsCost: Points | null;
  market: MarketId;
  timeZone: string;
  /** Maximum amount of a reward, smallest unit shown. */
  topUpMax: Pesos;
  expiresAt: Date | null;
  /** Link of a voucher with this much on it. */
  urlCodeQr: (face: Amount) => string;
};

type Reward = { id: string; name: string; points_cost: Points; amount: Amount | null };
type Customer = { owner_name: string; identificacion: string };
type LoadedRedemption = { facts: RedemptionFacts; customer: Customer | null; reward: Reward | null };

/** Redeems points for a reward: loads, decides, posts. */
export async function redeemPoints(session: Session, act: RedemptionAct): Promise<Posted<RedemptionReceipt>> {
  const { facts, customer, reward } = await loadRedemption(session, act);
  const decision = decideRedemption(act, facts);
  if (decision.kind === 'refuse') return decision;
  if (!customer || !reward) throw new Error('a redemption was decided without its customer or reward');
  return { kind: 'done', receipt: await postRedemption(session, act, { customer, reward }, decision.plan) };
}

/**
 * The customer's row is the lock: redemptions of one customer run one at a time, so that points are never
 * spent twice. Purchases do not wait; they only add points.
 */
async function loadRedemption(session: Session, act: RedemptionAct): Promise<LoadedRedemption> {
  const { customer: id, market, recordedAt, timeZone } = act;
  const customer = await lockCustomer(session, id);
  const reward = customer && (await lockReward(session, act));
  const today = startOfToday(recordedAt, timeZone);
  const points = reward ? await readPoints(session, { customer: id, market, today }) : toPoints(0);
  const facts = {
    isCustomerKnown: customer !== null,
    reward: reward && { cost: reward.points_cost, amount: reward.amount },
    money: {
      max: act.topUpMax,
      leftToday: reward?.amount ? await lockRewardsOfDay(session, market, today) : 0,
    },
    points,
  };
  return { facts, customer, reward };
}

async function lockCustomer(session: Session, id: string): Promise<Customer | null> {
  const { rows } = await session.query<Customer>({
    name: 'customer-to-redeem',
    text: `select owner_name, identificacion from person
      where id = $1 and user_type = 'USUARIO' and visible for no key update`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function lockReward(session: Session, { reward, market }: RedemptionAct): Promise<Reward | null> {
  const { rows } = await session.query<Reward>({
    name: 'reward-to-redeem',
    text: `select id, name, points_cost, amount from reward
      where id = $1 and market_id = $2 and visible and is_active
        and exists (select 1 from person g where g.id = market_id and ${isActive('g')})
      for share`,
    values: [reward, market],
  });
  return rows[0] ?? null;
}

/**
 * Returns the rest of the market's daily limit for rewards. The market's row is the lock: the second of two
 * simultaneous redemptions counts the first.
 */
async function lockRewardsOfDay(session: Session, market: MarketId, today: Date): Promise<number> {
  await lockRow(session, 'market', market);
  const { rows } = await session.query<{ left: number }>({
    name: 'rewards-of-day',
    text: `select m.rewards_per_day - coalesce((select sum(r.amount) from redemption r
        where r.market_id = m.id and r.amount is not null and r.recorded_at >= $2), 0)::bigint as left
      from market m where m.id = $1`,
    values: [market, today],
  });
  return rows[0]?.left ?? 0;
}

/**
 * Opens the voucher and posts the movement with its points. Without an amount the movement has no postings,
 * because no money moves.
 */
async function postRedemption(
  session: Session,
  act: RedemptionAct,
  { customer, reward }: { customer: Customer; reward: Reward },
  { points, left }: RedemptionPlan,
): Promise<RedemptionReceipt> {
  const { voucher, customer: customerId, market, recordedAt, code, expiresAt } = act;
  const { amount } = reward;
  if (amount !== null)
    await openVoucher(session, {
      id: voucher,
      owner: customerId,
      market,
      face: amount,
      expiresAt,
      recordedAt,
    });
  await post(session, {
    ...movementOf(act),
    kind: 'redemption',
    transfers:
      amount === null
        ? []
        : [transfer(marketAccount('redemption', market), voucherAccount(voucher, market), amount)],
    detail: {
      code,
      rewardId: reward.id,
      customerId,
      marketId: market,
      points,
      amount,
      voucherId: amount === null ? null : voucher,
    },
    points: { customerId, marketId: market, points: toPoints(0 - points) },
  });
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'points-redeemed',
    marketId: market,
    subject: { type: 'USUARIO', id: customerId, name: customer.owner_name },
    after: { code, reward: reward.name, points },
  });
  return {
    codeCanje: code,
    puntosRestantes: left,
    points,
    name: reward.name,
    ownerName: customer.owner_name,
    createAt: recordedAt.toISOString(),
    ...(amount === null ? {} : { recarga: voucherReceipt(act, customer, amount) }),
  };
}

function voucherReceipt(act: RedemptionAct, customer: Customer, monto: Amount) {
  return {
    _id: act.movement,
    identification: customer.identificacion,
    ownerName: customer.owner_name,
    status: true,
    createAt: act.recordedAt.toISOString(),
    urlCodeQr: act.urlCodeQr(monto),
    message: voucherCreated,
    monto,
    uuid: act.voucher,
    ...endOf(act.expiresAt),
  };
}
