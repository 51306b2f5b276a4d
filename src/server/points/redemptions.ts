import { toPoints, type Amount, type MarketId, type Points, type VoucherId } from '#src/contract/brands.ts';
import {
  redemptionReceiptSchema,
  type RedemptionCommand,
  type RedemptionReceipt,
} from '#src/contract/markets/points.ts';
import { voucherCreated } from '#src/contract/money/top-up.ts';
import { voucherExpiry, type VoucherLife } from '#src/domain/voucher/voucher-validity.ts';
import { newVoucherId, randomCode } from '#src/server/ledger/ids.ts';
import { ownMarket } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { post } from '#src/server/ledger/journal.ts';
import { marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import { refused, type Outcome, type StaffEntry, movementOf } from '#src/server/ledger/receipts.ts';
import { endOf, openVoucher } from '#src/server/ledger/vouchers.ts';
import { isActive } from '#src/server/store/active-person.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { idsOf } from '#src/server/store/people.ts';
import type { OpenVoucherLinks } from '#src/server/vouchers/links.ts';

export type RedemptionDeps = {
  database: Database;
  now: () => Date;
  voucherLinks: OpenVoucherLinks;
  voucherLife: VoucherLife;
};

/** Redeems points of the actor's market for a reward, exactly once. */
export const redeem: StaffCall<RedemptionDeps, RedemptionCommand, RedemptionReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { clientId: customer, pointsId: reward, pointsCost = null } = command;
  const voucher = newVoucherId();
  const makeLink = await deps.voucherLinks();
  return recordStaffOperation(
    deps,
    { kind: 'redemption', actor, body: command, opId, receiptSchema: redemptionReceiptSchema },
    (session, entry) => {
      const { recordedAt: issuedAt } = entry;
      const expiresAt = voucherExpiry(issuedAt, deps.voucherLife);
      const code = `K-${randomCode()}`;
      const urlCodeQr = (face: Amount) =>
        makeLink({ voucherId: voucher, ownerId: customer, marketId: market, face, issuedAt, expiresAt });
      const asked = { code, voucher, customer, reward, pointsCost, market, expiresAt, urlCodeQr };
      return postRedemption(session, { ...entry, ...asked });
    },
    (receipt) => [
      {
        kind: 'points-redeemed',
        marketId: market,
        subject: { type: 'USUARIO', id: customer, name: receipt.ownerName },
        after: { code: receipt.codeCanje, reward: receipt.name, points: receipt.points },
      },
    ],
  );
};

type RedemptionEntry = StaffEntry & {
  /** "K-7K4M2QXD" */
  code: string;
  /** id of the voucher to be issued, when the reward has an amount */
  voucher: VoucherId;
  customer: string;
  reward: string;
  /** what the customer agreed to; null: not said */
  pointsCost: Points | null;
  market: MarketId;
  expiresAt: Date | null;
  /** of a voucher with this much on it */
  urlCodeQr: (face: Amount) => string;
};

type Reward = { id: string; name: string; points_cost: Points; amount: Amount | null };
type Customer = { owner_name: string; identificacion: string };

/**
 * Deducts points and hands the reward over. The customer's row is the lock: two redemptions of one customer wait for
 * each other, so that points are never spent twice. Purchases do not wait; they only add points.
 */
async function postRedemption(session: Session, entry: RedemptionEntry): Promise<Outcome<RedemptionReceipt>> {
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
        and exists (select 1 from person g where g.id = market_id and ${isActive('g')})
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
      puntosRestantes: toPoints(points - reward.points_cost),
      points: reward.points_cost,
      name: reward.name,
      ownerName: customer.owner_name,
      createAt: entry.recordedAt.toISOString(),
      ...(reward.amount === null ? {} : { recarga: voucherReceipt(entry, customer, reward.amount) }),
    },
  };
}

async function pointsOf(session: Session, customer: string, market: MarketId): Promise<Points> {
  const { rows } = await session.query<{ points: Points }>({
    name: 'points-of-customer',
    text: `select coalesce(sum(points), 0)::bigint as points from points_entry
      where customer_id = ${idsOf('$1::uuid')} and market_id = $2`,
    values: [customer, market],
  });
  return rows[0]?.points ?? toPoints(0);
}

/** Opens the voucher and posts the movement with its points. Without an amount the movement has no postings: no money moves. */
async function handOver(session: Session, entry: RedemptionEntry, reward: Reward): Promise<void> {
  const { voucher, customer, market, recordedAt } = entry;
  const { amount, points_cost: points } = reward;
  if (amount !== null) {
    const { expiresAt } = entry;
    await openVoucher(session, { id: voucher, owner: customer, market, face: amount, expiresAt, recordedAt });
  }
  await post(session, {
    ...movementOf(entry),
    kind: 'redemption',
    legs:
      amount === null
        ? []
        : [marketLeg('redemption', market, 0 - amount), voucherLeg(voucher, market, amount)],
    detail: {
      code: entry.code,
      rewardId: reward.id,
      customerId: customer,
      marketId: market,
      points,
      amount,
      voucherId: amount === null ? null : voucher,
    },
    points: { customerId: customer, marketId: market, points: toPoints(0 - points) },
  });
}

function voucherReceipt(entry: RedemptionEntry, customer: Customer, monto: Amount) {
  return {
    _id: entry.movement,
    identification: customer.identificacion,
    ownerName: customer.owner_name,
    status: true,
    createAt: entry.recordedAt.toISOString(),
    urlCodeQr: entry.urlCodeQr(monto),
    message: voucherCreated,
    monto,
    uuid: entry.voucher,
    ...endOf(entry.expiresAt),
  };
}
