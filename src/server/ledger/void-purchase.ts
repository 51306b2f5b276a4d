import type { Amount, MarketId, Points, VoucherId } from '#src/contract/brands.ts';
import type { PurchaseVoidReceipt } from '#src/contract/money/purchase-history.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockStallDues } from './accounts.ts';
import { reverse } from './journal.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from './receipts.ts';

export type VoidEntry = StaffEntry & {
  code: string;
  reason: string;
  /** a stall voids its own, of the same day in `timeZone`; null: the market's */
  stall: string | null;
  market: MarketId;
  timeZone: string;
};

type Bought = {
  movement_id: string;
  voucher_id: VoucherId;
  customer_id: string;
  stall_id: string;
  amount: Amount;
  points: Points;
  stall_name: string;
  owner_name: string;
  same_day: boolean;
  /** of this sale: what no voucher covered and nobody has assigned */
  held: Amount;
  /** of the voucher: what it keeps when nothing was taken from it */
  balance: Amount;
};

/**
 * Voids a purchase by reversing every leg: what the voucher gave returns to it, blocked or not, and an overspent part
 * leaves the overspend account. Points are reversed too, below 0 when they are spent already.
 */
export async function voidPurchase(
  session: Session,
  entry: VoidEntry,
): Promise<Outcome<PurchaseVoidReceipt>> {
  const { rows } = await session.query<Bought>({
    name: 'purchase-to-void',
    text: `select b.movement_id, b.voucher_id, b.customer_id, b.stall_id, b.amount, b.points, s.stall_name, c.owner_name,
        v.balance, coalesce((select c.missing from movement m join sale_conflict c on c.purchase_op_id = m.reference
          where m.id = b.movement_id and c.state = 'overspend'), 0)::bigint as held,
        (b.recorded_at at time zone $4)::date = ($5::timestamptz at time zone $4)::date as same_day
      from purchase b join voucher v on v.id = b.voucher_id join person s on s.id = b.stall_id
        join person c on c.id = b.customer_id
      where b.code = $1 and b.market_id = $2 and ($3::uuid is null or b.stall_id = $3)
      for no key update of b`,
    values: [entry.code.toUpperCase(), entry.market, entry.stall, entry.timeZone, entry.recordedAt],
  });
  const bought = rows[0];
  if (!bought) return refused('UNKNOWN_PURCHASE');
  if (await isVoided(session, bought)) return refused('ALREADY_VOIDED');
  if (entry.stall && !bought.same_day) return refused('VOID_TOO_LATE');
  if (entry.stall && !(await isStillOwed(session, bought))) return refused('ALREADY_PAID_OUT');
  if (!(await closeOverspend(session, entry, bought))) return refused('SALE_ASSIGNED');
  const balances = await reverse(session, bought.movement_id, {
    ...movementOf(entry),
    kind: 'void',
    detail: {
      purchaseId: bought.movement_id,
      stallId: bought.stall_id,
      marketId: entry.market,
      amount: bought.amount,
      points: bought.points,
      reason: entry.reason,
    },
  });
  return {
    ok: true,
    receipt: {
      codeCompra: entry.code.toUpperCase(),
      nuevoSaldo: balances.get(bought.voucher_id) ?? bought.balance,
      price: bought.amount,
      points: bought.points,
      estanteName: bought.stall_name,
      userName: bought.owner_name,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

/** After the lock and in a statement of its own: its snapshot sees a void that we waited for. */
async function isVoided(session: Session, bought: Bought): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'void-of-purchase',
    text: 'select 1 from purchase_void where purchase_id = $1',
    values: [bought.movement_id],
  });
  return rowCount > 0;
}

/**
 * A stall takes back what its market still owes it and no more: a sale that was paid out, taken back, would be cash and
 * balance both. The lock is that of a payout: neither sees the other half done.
 */
async function isStillOwed(session: Session, { stall_id, amount, held }: Bought): Promise<boolean> {
  const dues = await lockStallDues(session, stall_id);
  return amount - held <= dues.owed - dues.held;
}

/** Closes the conflict line of an overspend. False: the loss has been assigned already, and that stands. */
async function closeOverspend(session: Session, entry: VoidEntry, bought: Bought): Promise<boolean> {
  const { rows } = await session.query<{ id: string; state: string }>({
    name: 'overspend-of-purchase',
    text: `select c.id, c.state from movement m join sale_conflict c on c.purchase_op_id = m.reference
      where m.id = $1 and c.missing > 0 for update of c`,
    values: [bought.movement_id],
  });
  const [line] = rows;
  if (!line) return true;
  if (line.state !== 'overspend') return false;
  await session.query({
    name: 'close-overspend',
    text: `update sale_conflict set state = 'resolved', note = $2, resolved_at = $3, resolved_by = $4 where id = $1`,
    values: [line.id, entry.reason, entry.recordedAt, entry.actor],
  });
  return true;
}
