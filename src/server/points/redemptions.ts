import type { OpId, VoucherId } from '#src/contract/brands.ts';
import {
  redemptionReceiptSchema,
  type RedemptionCommand,
  type RedemptionReceipt,
} from '#src/contract/markets/points.ts';
import { voucherCreated } from '#src/contract/money/top-up.ts';
import { voucherExpiry } from '#src/domain/voucher/voucher-validity.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import { newVoucherId, randomCode } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import { marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import {
  recordOnce,
  refused,
  staffOperation,
  type Outcome,
  type StaffEntry,
  type StoredAnswer,
} from '#src/server/ledger/receipts.ts';
import { openVoucher } from '#src/server/ledger/vouchers.ts';
import { isActive } from '#src/server/store/active-person.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';
import type { OpenVoucherLinks } from '#src/server/vouchers/links.ts';

export type RedemptionDeps = {
  database: Database;
  now: () => Date;
  voucherLinks: OpenVoucherLinks;
  voucherDays: number | undefined;
};

/** Redeems points of the actor's market for a reward, exactly once. */
export async function redeem(
  deps: RedemptionDeps,
  actor: Actor,
  command: RedemptionCommand,
  opId: OpId | undefined,
): Promise<StoredAnswer<RedemptionReceipt>> {
  const { once, entry } = staffOperation(deps, actor, 'redemption', command, opId);
  const market = ownMarket(actor);
  const voucher = newVoucherId();
  const { recordedAt } = entry;
  const makeLink = await deps.voucherLinks();
  const expiresAt = voucherExpiry(recordedAt, deps.voucherDays);
  return recordOnce(
    deps.database,
    once,
    (kept) => redemptionReceiptSchema.parse(kept),
    async (session) => {
      const outcome = await postRedemption(session, {
        ...entry,
        code: `K-${randomCode()}`,
        voucher,
        customer: command.clientId,
        reward: command.pointsId,
        pointsCost: command.pointsCost ?? null,
        market,
        expiresAt,
        urlCodeQr: (face) =>
          makeLink({ voucherId: voucher, ownerId: command.clientId, face, issuedAt: recordedAt, expiresAt }),
      });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'points-redeemed',
          actor,
          marketId: market,
          subject: { type: 'USUARIO', id: command.clientId, name: outcome.receipt.ownerName },
          after: {
            code: outcome.receipt.codeCanje,
            reward: outcome.receipt.name,
            points: outcome.receipt.points,
          },
          recordedAt,
        });
      return outcome;
    },
  );
}

type RedemptionEntry = StaffEntry & {
  /** "K-7K4M2QXD" */
  code: string;
  /** id of the voucher to be issued, when the reward has an amount */
  voucher: VoucherId;
  customer: string;
  reward: string;
  /** what the customer agreed to; null: not said */
  pointsCost: number | null;
  market: string;
  expiresAt: Date | null;
  /** of a voucher with this much on it */
  urlCodeQr: (face: number) => string;
};

type Reward = { id: string; name: string; points_cost: number; amount: number | null };
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

/** Opens the voucher and posts the movement with its points. Without an amount the movement has no postings: no money moves. */
async function handOver(session: Session, entry: RedemptionEntry, reward: Reward): Promise<void> {
  const { voucher, customer, market, recordedAt } = entry;
  const { amount, points_cost: points } = reward;
  if (amount !== null) {
    const { expiresAt } = entry;
    await openVoucher(session, { id: voucher, owner: customer, market, face: amount, expiresAt, recordedAt });
  }
  await post(session, {
    id: entry.movement,
    kind: 'redemption',
    reference: entry.op,
    recordedBy: entry.actor,
    recordedAt,
    legs:
      amount === null ? [] : [marketLeg('redemption', market, -amount), voucherLeg(voucher, market, amount)],
    detail: {
      code: entry.code,
      rewardId: reward.id,
      customerId: customer,
      marketId: market,
      points,
      amount,
      voucherId: amount === null ? null : voucher,
    },
    points: { customerId: customer, marketId: market, points: -points },
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
    message: voucherCreated,
    monto,
    uuid: entry.voucher,
  };
}
