import type { RedemptionReceipt } from '#src/contract/points.ts';
import type { Session } from '#src/server/store/database.ts';
import { issueVoucher } from './issue-voucher.ts';
import { marketAccount, postMovement } from './post-movement.ts';
import { refused, type Outcome } from './post-once.ts';

export type RedemptionEntry = {
  op: string;
  movement: string;
  /** "K-7K4M2QXD" */
  code: string;
  /** id of the voucher to be issued, when the reward has an amount */
  voucher: string;
  customer: string;
  reward: string;
  /** what the customer agreed to; null: not said */
  pointsCost: number | null;
  market: string;
  expiresAt: Date | null;
  /** of a voucher with this much on it */
  urlCodeQr: (face: number) => string;
  actor: string;
  recordedAt: Date;
};

type Reward = { id: string; name: string; points_cost: number; amount: number | null };
type Customer = { owner_name: string; identificacion: string };

/**
 * Takes points and hands the reward over. The customer's row is the lock: two redemptions of one customer wait for each
 * other, so that points are never spent twice. Purchases do not wait for it; they only add points.
 */
export async function postRedemption(
  session: Session,
  entry: RedemptionEntry,
): Promise<Outcome<RedemptionReceipt>> {
  const customers = await session.query<Customer>({
    name: 'customer-to-redeem',
    text: `select owner_name, identificacion from person
      where id = $1 and user_type = 'USUARIO' and visible for no key update`,
    values: [entry.customer],
  });
  const customer = customers.rows[0];
  if (!customer) return refused('UNKNOWN_CUSTOMER');
  const rewards = await session.query<Reward>({
    name: 'reward-to-redeem',
    text: `select id, name, points_cost, amount from reward
      where id = $1 and market_id = $2 and visible and is_active
        and exists (select 1 from person g where g.id = market_id and g.status = 'APROBADO' and g.visible)
      for share`,
    values: [entry.reward, entry.market],
  });
  const reward = rewards.rows[0];
  if (!reward) return refused('UNKNOWN_REWARD');
  if (entry.pointsCost !== null && entry.pointsCost !== reward.points_cost) return refused('REWARD_CHANGED');
  const points = await pointsOf(session, entry.customer, entry.market);
  if (points < reward.points_cost) return refused('NOT_ENOUGH_POINTS', Math.max(0, points));
  await handOver(session, entry, reward);
  return {
    ok: true,
    receipt: {
      codeCanje: entry.code,
      puntosRestantes: points - reward.points_cost,
      points: reward.points_cost,
      name: reward.name,
      ownerName: customer.owner_name,
      createAt: entry.recordedAt.toISOString(),
      ...(reward.amount === null ? {} : { recarga: voucherReceipt(entry, customer, reward.amount) }),
    },
  };
}

async function pointsOf(session: Session, customer: string, market: string): Promise<number> {
  const { rows } = await session.query<{ points: number }>({
    name: 'points-of-customer',
    text: `select coalesce(sum(points), 0)::bigint as points from points_entry where customer_id = $1 and market_id = $2`,
    values: [customer, market],
  });
  return rows[0]?.points ?? 0;
}

/** Voucher, movement, points and redemption. Without an amount the movement has no postings: no money moves. */
async function handOver(session: Session, entry: RedemptionEntry, reward: Reward): Promise<void> {
  const { voucher, customer, market, recordedAt } = entry;
  const { amount } = reward;
  if (amount !== null)
    await issueVoucher(session, {
      id: voucher,
      owner: customer,
      market,
      amount,
      expiresAt: entry.expiresAt,
      recordedAt,
    });
  const redeemed = await marketAccount(session, 'redemption', market);
  await postMovement(
    session,
    { id: entry.movement, kind: 'redemption', op: entry.op, recordedBy: entry.actor, recordedAt },
    amount === null
      ? []
      : [
          [redeemed, -amount],
          [voucher, amount],
        ],
  );
  await session.query({
    name: 'keep-redemption',
    text: `with taken as (
        insert into points_entry (movement_id, leg, customer_id, market_id, points, recorded_at)
        values ($1, 1, $4, $5, -$6::bigint, $9)
      )
      insert into redemption (movement_id, code, reward_id, customer_id, market_id, points, amount, voucher_id, recorded_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      entry.movement,
      entry.code,
      reward.id,
      customer,
      market,
      reward.points_cost,
      amount,
      amount === null ? null : voucher,
      recordedAt,
    ],
  });
}

function voucherReceipt(entry: RedemptionEntry, customer: Customer, monto: number) {
  return {
    _id: entry.movement,
    identification: customer.identificacion,
    ownerName: customer.owner_name,
    status: true,
    createAt: entry.recordedAt.toISOString(),
    urlCodeQr: entry.urlCodeQr(monto),
    message: 'Código creado correctamente',
    monto,
    uuid: entry.voucher,
  };
}
