import assert from 'node:assert/strict';
import type { CashSource, TopUpVoidReason, TopUpVoidReceipt } from '#src/contract/topups/top-up-void.ts';
import { isSameDay } from '#src/domain/time/market-clock.ts';
import { toAmount, type Amount, type MarketId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { lockAccountSum } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import { closeVoucher, isPromised, lockVoucher, type LockedVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { marketAccount, ownAccount, transfer, voucherAccount, type Account } from '../transfer.ts';
import { decideTopUpVoid, type TopUpVoidFacts, type TopUpVoidPlan } from './rule.ts';

/** Identifies a top-up by its movement or its operation. */
export type TopUpName = { id: string } | { op: OpId };

export type TopUpVoidAsked = {
  topUp: TopUpName;
  /** A point voids its own top-ups of the same day in `timeZone`; null for the market or ADMIN. */
  point: string | null;
  /** This server's seal shows that it was decided on that day. */
  isProven?: boolean;
  /** Null for any market. */
  market: MarketId | null;
  timeZone: string;
  /** When the cash was returned. */
  at: Date;
  now: Date;
};
/** `market`: whose audit list shows it; null for ADMIN's alone. */
export type TopUpVoidBy = StaffAct & Pick<TopUpVoidAsked, 'market'> & { reason: TopUpVoidReason };
export type TopUpVoidAct = TopUpVoidBy & Omit<TopUpVoidAsked, 'at' | 'now'>;

type ToppedUp = {
  id: string;
  voucherId: VoucherId;
  pointId: string;
  marketId: MarketId;
  amount: Amount;
  recordedAt: Date;
};

/** A top-up with its locked voucher and the facts for its void. */
export type LoadedTopUpVoid = { facts: TopUpVoidFacts; topUp: ToppedUp; voucher: LockedVoucher };

/** Voids a top-up at a person's request: loads, decides, posts. A point may void only its own. */
export async function recordTopUpVoid(
  session: Session,
  act: TopUpVoidAct,
): Promise<Posted<TopUpVoidReceipt>> {
  const { recordedAt } = act;
  const loaded = await loadTopUpVoid(session, { ...act, at: recordedAt, now: recordedAt });
  const decision = decideTopUpVoid(loaded?.facts ?? null);
  if (decision.kind === 'refuse') return decision;
  assert(loaded, 'the rule voids no missing top-up');
  return { kind: 'done', receipt: await postTopUpVoid(session, loaded, decision.plan, act) };
}

/**
 * Returns null when this market has no such top-up. The voucher is locked first, so that a purchase comes
 * before or after, never between.
 */
export async function loadTopUpVoid(
  session: Session,
  asked: TopUpVoidAsked,
): Promise<LoadedTopUpVoid | null> {
  const topUp = await readTopUp(session, asked);
  const voucher = topUp && (await lockVoucher(session, topUp.voucherId));
  if (!topUp || !voucher) return null;
  const facts = {
    amount: topUp.amount,
    isOwn: asked.point === null || topUp.pointId === asked.point,
    balance: voucher.balance,
    // By a void, or by a person's decision about its returned cash.
    isVoided: voucher.closedAs === 'voided',
    isBlocked: voucher.blocked !== null,
    isExpired: voucher.expiresAt !== null && voucher.expiresAt <= asked.now,
    // Its own line, about the returned cash, is decided by this void.
    isPromised: await isPromised(session, voucher.id, ['sale']),
    point:
      asked.point === null || asked.isProven
        ? null
        : { isSameDay: isSameDay(topUp.recordedAt, asked.at, asked.timeZone) },
    till: 0 - (await lockAccountSum(session, topUp.pointId)),
    missingAtCount: await readMissing(session, topUp, asked.at),
  };
  return { facts, topUp, voucher };
}

/** Posts the void with its audit line. Only purchases give points, so an unspent top-up has none to remove. */
export async function postTopUpVoid(
  session: Session,
  { topUp, voucher, facts: { till } }: LoadedTopUpVoid,
  { paidFrom }: TopUpVoidPlan,
  act: TopUpVoidBy,
): Promise<TopUpVoidReceipt> {
  const { id, voucherId, pointId, marketId, amount } = topUp;
  await post(session, {
    ...movementOf(act),
    kind: 'top-up-void',
    transfers: [transfer(voucherAccount(voucherId, marketId), cashAccount(paidFrom, topUp), amount)],
    detail: {
      topUpId: id,
      voucherId,
      topUpPointId: pointId,
      marketId,
      amount,
      paidFrom,
      reason: act.reason,
    },
  });
  await closeVoucher(session, voucherId, 'voided', act.recordedAt);
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'top-up-voided',
    marketId: act.market,
    subject: { type: 'TOP_UP', id, name: voucher.ownerName },
    before: { monto: amount, shortCode: voucher.shortCode },
    after: { reason: act.reason, paidFrom },
  });
  return {
    _id: act.movement,
    topUpId: id,
    ownerName: voucher.ownerName,
    shortCode: voucher.shortCode,
    monto: amount,
    paidFrom,
    till: toAmount(paidFrom === 'TILL' ? till - amount : till),
    reason: act.reason,
    createAt: act.recordedAt.toISOString(),
  };
}

/** Returns the account from which the cash was returned. */
export function cashAccount(
  source: CashSource,
  { pointId, marketId }: Pick<ToppedUp, 'pointId' | 'marketId'>,
): Account<'cash' | 'treasury' | 'cash-difference'> {
  if (source === 'TILL') return ownAccount('cash', pointId, marketId);
  return marketAccount(source === 'MARKET' ? 'treasury' : 'cash-difference', marketId);
}

async function readTopUp(session: Session, asked: TopUpVoidAsked): Promise<ToppedUp | null> {
  const { topUp: name } = asked;
  const { rows } = await session.query<ToppedUp>({
    name: 'top-up-to-void',
    text: `select movement_id as id, voucher_id as "voucherId", top_up_point_id as "pointId", market_id as "marketId", amount,
        recorded_at as "recordedAt"
      from top_up where movement_id = coalesce($1::uuid, (select id from movement where reference = $2::text))
        and ($3::uuid is null or market_id = $3)`,
    values: ['id' in name ? name.id : null, 'op' in name ? name.op : null, asked.market],
  });
  return rows[0] ?? null;
}

/**
 * Returns the shortage that the first closing count of the till after `at` charged to the market, less the cash returned
 * since the count before and booked against it, by a void or by a decision. Null without a later count. A shortage charged
 * to the point is still in its till, and a count from before the top-up was recorded did not expect its cash.
 */
async function readMissing(session: Session, topUp: ToppedUp, at: Date): Promise<number | null> {
  const { pointId, marketId, recordedAt } = topUp;
  const { rows } = await session.query<{ missing: number }>({
    name: 'missing-at-count',
    text: `with booked as (
        select t.recorded_at as made, (e.envelope ->> 'occurredAt')::timestamptz
            + (e.envelope ->> 'clockOffset')::bigint * interval '1 millisecond' as returned, u.amount
          from top_up_void u join top_up t on t.movement_id = u.top_up_id join movement m on m.id = u.movement_id
            join journal_entry e on e.op_id = m.reference
          where u.top_up_point_id = $1 and u.paid_from = 'DIFFERENCE'
        union all select t.recorded_at, c.occurred_at, p.amount
          from conflict_line c join movement o on o.reference = c.purchase_op_id join top_up t on t.movement_id = o.id
            join movement m on m.reference = c.op_id join posting p on p.movement_id = m.id
            join ledger_account a on a.id = p.account_id and a.kind = 'cash-difference'
          where c.market_id = $3 and c.state = 'resolved' and c.kind = 'cash-returned' and t.top_up_point_id = $1)
      select (case n.answers when 'POINT' then 0 else greatest(n.expected - n.received, 0) end
        - coalesce((select sum(b.amount) from booked b where greatest(b.made, b.returned) < n.recorded_at
          and not exists (select 1 from cash_received o where o.closes and o.top_up_point_id = $1
            and o.recorded_at > greatest(b.made, b.returned) and o.recorded_at < n.recorded_at)), 0))::bigint as missing
      from cash_received n where n.closes and n.top_up_point_id = $1 and n.recorded_at > $2 order by n.recorded_at limit 1`,
    values: [pointId, at > recordedAt ? at : recordedAt, marketId],
  });
  return rows[0]?.missing ?? null;
}
