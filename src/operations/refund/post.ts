import type { Refund, RefundCommand, RefundReason } from '#src/contract/vouchers/refund.ts';
import { toAmount, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { lockMarketAccount } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, partOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import {
  closeVoucher,
  isPromised,
  lockVoucher,
  voucherIssuedBy,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { marketAccount, transfer, voucherAccount } from '../transfer.ts';
import { decideRefund, isCapped, reasonsWithoutCap, refundCapSince, type RefundFacts } from './rule.ts';

export type RefundAct = StaffAct & {
  market: MarketId;
  vouchers: RefundCommand['vouchers'];
  reason: RefundReason;
};

type Rules = { on: boolean; cap: Amount; decidedBy: string };
type Asked = { shown: Amount; voucher: (LockedVoucher & { isPromised: boolean }) | null };

/** Refunds vouchers: loads, decides, posts. Each is closed and has its own movement, number and receipt. */
export async function refundVouchers(
  session: Session,
  act: RefundAct,
): Promise<Posted<{ refunds: Refund[]; total: Amount }>> {
  const { reason, recordedAt: at } = act;
  const rules = await readRules(session, act);
  const asked = await lockAsked(session, act);
  const vouchers = asked.map(({ voucher }) => voucher);
  const facts = { rules, vouchers, refunded: await readRefunded(session, act, vouchers) };
  const decision = decideRefund({ shown: asked.map(({ shown }) => shown), reason, at }, facts);
  if (decision.kind === 'refuse') return decision;
  const refunds: Refund[] = [];
  let number = await lastNumber(session, act.market);
  for (const voucher of decision.plan) {
    number += 1;
    await postRefund(session, act, voucher, number);
    refunds.push({
      code: refundCode(number),
      ownerName: voucher.ownerName,
      identificacion: voucher.identificacion,
      shortCode: voucher.shortCode,
      monto: voucher.balance,
      reason,
      decidedBy: rules.decidedBy,
      createAt: at.toISOString(),
    });
  }
  const total = toAmount(refunds.reduce<number>((sum, { monto }) => sum + monto, 0));
  return { kind: 'done', receipt: { refunds, total } };
}

/** "D-00014" */
export function refundCode(number: number): string {
  return `D-${String(number).padStart(5, '0')}`;
}

async function postRefund(
  session: Session,
  act: RefundAct,
  { id: voucherId, marketId, ownerId, ownerName, shortCode, balance: amount }: LockedVoucher,
  number: number,
): Promise<void> {
  await post(session, {
    ...movementOf(act),
    id: uuidV7(),
    reference: partOf(act.op, voucherId),
    kind: 'refund',
    transfers: [transfer(voucherAccount(voucherId, marketId), marketAccount('treasury', marketId), amount)],
    detail: { number, voucherId, customerId: ownerId, marketId, amount, reason: act.reason },
  });
  await closeVoucher(session, voucherId, 'refunded', act.recordedAt);
  const code = refundCode(number);
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'voucher-refunded',
    marketId,
    subject: { type: 'VOUCHER', id: code, name: shortCode },
    before: { monto: amount },
    after: { code, reason: act.reason, name: ownerName, monto: 0 },
  });
}

/**
 * Locks in one order: the treasury, which also assigns the numbers, then vouchers by id. Those of another
 * market are null.
 */
async function lockAsked(session: Session, { vouchers, market }: RefundAct): Promise<Asked[]> {
  await lockMarketAccount(session, 'treasury', market);
  const named = [];
  for (const { id, monto: shown } of vouchers) named.push({ id: await voucherIssuedBy(session, id), shown });
  const asked: Asked[] = [];
  for (const { id, shown } of named.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1))) {
    const voucher = id && (await lockVoucher(session, id));
    const isOwn = voucher !== null && voucher.marketId === market;
    asked.push({
      shown,
      voucher: isOwn ? { ...voucher, isPromised: await isPromised(session, voucher.id) } : null,
    });
  }
  return asked;
}

async function readRules(session: Session, { market, actor }: RefundAct): Promise<Rules> {
  const { rows } = await session.query<Rules>({
    name: 'refund-rules',
    text: `select m.refunds_on as on, m.refund_cap as cap,
        coalesce((select p.owner_name from person p where p.id = $2), '') as "decidedBy" from market m where m.id = $1`,
    values: [market, actor],
  });
  return rows[0] ?? { on: false, cap: toAmount(0), decidedBy: '' };
}

/** Returns, by person, the market's refunds to the owners of these vouchers that count towards the cap. */
async function readRefunded(
  session: Session,
  { market, recordedAt, reason }: RefundAct,
  vouchers: readonly (LockedVoucher | null)[],
): Promise<RefundFacts<never>['refunded']> {
  const refunded = new Map<string, number>();
  if (!isCapped(reason)) return refunded;
  for (const personId of new Set(vouchers.flatMap((voucher) => voucher?.personId ?? []))) {
    const { rows } = await session.query<{ sum: number }>({
      name: 'refunded-to-customer',
      text: `select coalesce(sum(r.amount), 0)::bigint as sum from refund r join person c on c.id = r.customer_id
        where coalesce(c.merged_into, c.id) = $1 and r.market_id = $2 and r.recorded_at > $3
          and r.reason <> all ($4::text[])`,
      values: [personId, market, refundCapSince(recordedAt), reasonsWithoutCap],
    });
    refunded.set(personId, rows[0]?.sum ?? 0);
  }
  return refunded;
}

async function lastNumber(session: Session, market: MarketId): Promise<number> {
  const { rows } = await session.query<{ number: number }>({
    name: 'last-refund-number',
    text: 'select coalesce(max(number), 0)::int as number from refund where market_id = $1',
    values: [market],
  });
  return rows[0]?.number ?? 0;
}
