import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import type { Refund, RefundCommand, RefundReason } from '#src/contract/money/refund.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockTreasury } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import { marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import { movementOf, partOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import {
  isPromised,
  closeVoucher,
  lockVoucher,
  voucherIssuedBy,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';

export type RefundEntry = StaffEntry & {
  market: MarketId;
  vouchers: RefundCommand['vouchers'];
  reason: RefundReason;
};

/** A market has no say in these: it gives back all that is left. */
const withoutCap: ReadonlySet<RefundReason> = new Set(['MARKET_CLOSES', 'AUTHORITY']);
const capDays = 365;

type Rules = { on: boolean; cap: Amount; decidedBy: string };
type Asked = { voucher: LockedVoucher; monto: Amount };

/**
 * Gives back what is left on vouchers, out of the market's own cash, all of them or none; each is closed for good and has a movement, a
 * number and a receipt of its own. Locks in one order: the treasury, which also makes the numbers, then vouchers by their ids.
 */
export async function refundVouchers(
  session: Session,
  entry: RefundEntry,
): Promise<Outcome<{ refunds: Refund[]; total: Amount }>> {
  const rules = await readRules(session, entry);
  if (!rules.on) return refused('REFUNDS_OFF');
  await lockTreasury(session, entry.market);
  const asked = await lockAsked(session, entry);
  if (typeof asked === 'string') return refused(asked);
  if (!withoutCap.has(entry.reason)) {
    const left = await leftUnderCap(session, entry, asked, rules.cap);
    if (left !== null) return refused('REFUND_OVER_CAP', left);
  }
  const refunds: Refund[] = [];
  let number = await lastNumber(session, entry.market);
  for (const { voucher, monto } of asked) {
    number += 1;
    await postRefund(session, entry, { voucher, monto, number });
    refunds.push({
      code: refundCode(number),
      ownerName: voucher.ownerName,
      identificacion: voucher.identificacion,
      shortCode: voucher.shortCode,
      monto,
      reason: entry.reason,
      decidedBy: rules.decidedBy,
      createAt: entry.recordedAt.toISOString(),
    });
  }
  return { ok: true, receipt: { refunds, total: sumOf(asked) } };
}

/** "D-00014" */
export function refundCode(number: number): string {
  return `D-${String(number).padStart(5, '0')}`;
}

async function postRefund(
  session: Session,
  entry: RefundEntry,
  { voucher, monto, number }: Asked & { number: number },
): Promise<void> {
  const { id: voucherId, marketId, ownerId } = voucher;
  await post(session, {
    ...movementOf(entry),
    id: uuidV7(),
    reference: partOf(entry.op, voucherId),
    kind: 'refund',
    legs: [voucherLeg(voucherId, marketId, 0 - monto), marketLeg('treasury', marketId, monto)],
    detail: { number, voucherId, customerId: ownerId, marketId, amount: monto, reason: entry.reason },
  });
  await closeVoucher(session, voucherId, 'refunded', entry.recordedAt);
}

/** By their ids; a code says why not. Nothing has been written then. */
async function lockAsked(
  session: Session,
  { vouchers, market, recordedAt }: RefundEntry,
): Promise<Asked[] | 'UNKNOWN_VOUCHER' | 'REFUND_MOVED' | 'VOUCHER_EXPIRED' | 'VOUCHER_IN_REVIEW'> {
  const named = new Map<VoucherId, Amount>();
  for (const { id, monto } of vouchers) {
    const voucherId = await voucherIssuedBy(session, id);
    if (!voucherId || named.has(voucherId)) return 'UNKNOWN_VOUCHER';
    named.set(voucherId, monto);
  }
  const asked: Asked[] = [];
  for (const [id, monto] of [...named].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const voucher = await lockVoucher(session, id);
    if (voucher?.marketId !== market) return 'UNKNOWN_VOUCHER';
    if (voucher.expiresAt && voucher.expiresAt <= recordedAt) return 'VOUCHER_EXPIRED';
    if (voucher.balance !== monto) return 'REFUND_MOVED';
    if (await isPromised(session, id)) return 'VOUCHER_IN_REVIEW';
    asked.push({ voucher, monto });
  }
  return asked;
}

async function readRules(session: Session, { market, actor }: RefundEntry): Promise<Rules> {
  const { rows } = await session.query<Rules>({
    name: 'refund-rules',
    text: `select m.refunds_on as on, m.refund_cap as cap,
        coalesce((select p.owner_name from person p where p.id = $2), '') as "decidedBy" from market m where m.id = $1`,
    values: [market, actor],
  });
  return rows[0] ?? { on: false, cap: toAmount(0), decidedBy: '' };
}

/** null: everybody stays under it. Else what the first one who does not may still get. */
async function leftUnderCap(
  session: Session,
  { market, recordedAt }: RefundEntry,
  asked: readonly Asked[],
  cap: Amount,
): Promise<number | null> {
  const byPerson = new Map<string, number>();
  for (const { voucher, monto } of asked)
    byPerson.set(voucher.personId, (byPerson.get(voucher.personId) ?? 0) + monto);
  for (const [personId, sum] of byPerson) {
    const { rows } = await session.query<{ sum: number }>({
      name: 'refunded-to-customer',
      text: `select coalesce(sum(r.amount), 0)::bigint as sum from refund r join person c on c.id = r.customer_id
        where coalesce(c.merged_into, c.id) = $1 and r.market_id = $2 and r.recorded_at > $3
          and r.reason <> all ($4::text[])`,
      values: [personId, market, new Date(recordedAt.getTime() - capDays * 86_400_000), [...withoutCap]],
    });
    const before = rows[0]?.sum ?? 0;
    if (before + sum > cap) return Math.max(0, cap - before);
  }
  return null;
}

async function lastNumber(session: Session, market: MarketId): Promise<number> {
  const { rows } = await session.query<{ number: number }>({
    name: 'last-refund-number',
    text: 'select coalesce(max(number), 0)::int as number from refund where market_id = $1',
    values: [market],
  });
  return rows[0]?.number ?? 0;
}

function sumOf(asked: readonly Asked[]): Amount {
  return toAmount(asked.reduce((sum, { monto }) => sum + monto, 0));
}
