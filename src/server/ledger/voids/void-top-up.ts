import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import type { TopUpVoidReason, TopUpVoidReceipt } from '#src/contract/money/top-up-void.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockAccountSum } from '../accounts.ts';
import { post } from '../journal.ts';
import { leg, marketLeg, voucherLeg } from '../legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '../receipts.ts';
import { closeVoucher, isPromised, lockVoucher, type LockedVoucher } from '../vouchers.ts';

/**
 * `topUp`: the movement that made it, or its voucher. `point`: it may undo its own of the same day in `timeZone`, while its till
 * holds as much; null: the market's, or ADMIN's. `handedAt`: the cash went back then, before anybody was asked, so that
 * the till's cash does not speak against it; null: it goes back with the answer.
 */
export type TopUpVoidEntry = StaffEntry & {
  topUp: string;
  reason: TopUpVoidReason;
  point: string | null;
  /** null: any */
  market: MarketId | null;
  timeZone: string;
  handedAt: Date | null;
};

type ToppedUp = {
  id: string;
  voucherId: VoucherId;
  pointId: string;
  marketId: MarketId;
  amount: Amount;
  same_day: boolean;
};

/**
 * Undoes an unspent top-up whole: its cash goes back, its voucher gives all and is closed for good. Who pays: the till it
 * was made at while that holds as much, else (its cash was counted and taken away) the market's own. The voucher is locked
 * first: a purchase comes before or after, never between.
 */
export async function voidTopUp(session: Session, entry: TopUpVoidEntry): Promise<Outcome<TopUpVoidReceipt>> {
  const topUp = await readTopUp(session, entry);
  if (!topUp) return refused('UNKNOWN_TOP_UP');
  const voucher = await lockVoucher(session, topUp.voucherId);
  if (!voucher) return refused('UNKNOWN_TOP_UP');
  if (await isVoided(session, topUp.id)) return refused('TOP_UP_VOIDED');
  const spent = await whySpent(session, topUp, voucher, entry.recordedAt);
  if (spent) return spent;
  if (entry.point && !topUp.same_day) return refused('TOP_UP_VOID_TOO_LATE');
  const till = toAmount(0 - (await lockAccountSum(session, topUp.pointId)));
  if (entry.point && !entry.handedAt && till < topUp.amount) return refused('TILL_SHORT', till);
  const receipt = await postVoid(session, entry, topUp, { voucher, till });
  return { ok: true, receipt };
}

/** Points are given by purchases alone: an unspent top-up gave none, and there are none to take back. */
async function postVoid(
  session: Session,
  entry: TopUpVoidEntry,
  { id, voucherId, pointId, marketId, amount }: ToppedUp,
  { voucher, till }: { voucher: LockedVoucher; till: Amount },
): Promise<TopUpVoidReceipt> {
  const paidFrom = till >= amount ? 'TILL' : 'MARKET';
  await post(session, {
    ...movementOf(entry),
    kind: 'top-up-void',
    legs: [
      paidFrom === 'TILL' ? leg('cash', pointId, marketId, amount) : marketLeg('treasury', marketId, amount),
      voucherLeg(voucherId, marketId, 0 - amount),
    ],
    detail: {
      topUpId: id,
      voucherId,
      topUpPointId: pointId,
      marketId,
      amount,
      paidFrom,
      reason: entry.reason,
    },
  });
  await closeVoucher(session, voucherId, 'voided', entry.recordedAt);
  return {
    _id: entry.movement,
    topUpId: id,
    ownerName: voucher.ownerName,
    shortCode: voucher.shortCode,
    monto: amount,
    paidFrom,
    till: toAmount(paidFrom === 'TILL' ? till - amount : till),
    reason: entry.reason,
    createAt: entry.recordedAt.toISOString(),
  };
}

async function readTopUp(session: Session, entry: TopUpVoidEntry): Promise<ToppedUp | null> {
  const { rows } = await session.query<ToppedUp>({
    name: 'top-up-to-void',
    text: `select movement_id as id, voucher_id as "voucherId", top_up_point_id as "pointId", market_id as "marketId", amount,
        (recorded_at at time zone $4)::date >= ($5::timestamptz at time zone $4)::date as same_day
      from top_up where (movement_id = $1 or voucher_id = $1) and ($2::uuid is null or market_id = $2)
        and ($3::uuid is null or top_up_point_id = $3)`,
    values: [entry.topUp, entry.market, entry.point, entry.timeZone, entry.handedAt ?? entry.recordedAt],
  });
  return rows[0] ?? null;
}

/** After the lock and in a statement of its own: its snapshot sees a void that we waited for. */
async function isVoided(session: Session, topUp: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'void-of-top-up',
    text: 'select 1 from top_up_void where top_up_id = $1',
    values: [topUp],
  });
  return rowCount > 0;
}

/** All of it must be there, open and promised to nobody: a sale without a link that waits for a person may still take it. */
async function whySpent(
  session: Session,
  { amount }: ToppedUp,
  voucher: LockedVoucher,
  now: Date,
): Promise<ReturnType<typeof refused> | null> {
  if (voucher.balance !== amount) return refused('TOP_UP_USED', voucher.balance);
  if (voucher.blocked !== null) return refused('VOUCHER_BLOCKED');
  if (voucher.expiresAt && voucher.expiresAt <= now) return refused('VOUCHER_EXPIRED');
  return (await isPromised(session, voucher.id)) ? refused('TOP_UP_IN_REVIEW') : null;
}
