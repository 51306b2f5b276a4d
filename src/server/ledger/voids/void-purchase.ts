import {
  toAmount,
  toPoints,
  type Amount,
  type MarketId,
  type Points,
  type VoucherId,
} from '#src/contract/brands.ts';
import type { PurchaseVoidReceipt } from '#src/contract/money/purchase-history.ts';
import { decideVoid, pointsThatStand } from '#src/domain/purchase/decide-void.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockStallDues } from '../accounts.ts';
import { post } from '../journal.ts';
import { reversed, settlementLegs } from '../legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '../receipts.ts';

export type VoidEntry = StaffEntry & {
  code: string;
  reason: string;
  /** smallest unit shown; null: all that stands */
  amount: Amount | null;
  /** a stall voids its own, of the same day in `timeZone`; null: the market's */
  stall: string | null;
  market: MarketId;
  timeZone: string;
};

type Bought = {
  movement_id: string;
  voucher_id: VoucherId;
  voucher_market: MarketId;
  customer_id: string;
  stall_id: string;
  amount: Amount;
  missing: Amount;
  points: Points;
  points_every: Amount;
  stall_name: string;
  owner_name: string;
  same_day: boolean;
  /** of the voucher: what it keeps when nothing was taken from it */
  balance: Amount;
};

/**
 * Voids a purchase, all that stands of it or a part: the legs of a sale of that part, the other way round. What no voucher had
 * covered leaves the overspend account first, the rest returns to the voucher, blocked or not. Points are those of what stands
 * afterwards, below 0 for the customer when they are spent already.
 */
export async function voidPurchase(
  session: Session,
  entry: VoidEntry,
): Promise<Outcome<PurchaseVoidReceipt>> {
  const bought = await lockBought(session, entry);
  if (!bought) return refused('UNKNOWN_PURCHASE');
  const before = await readVoids(session, bought);
  const line = await lockLine(session, bought);
  const stands = bought.amount - before.amount;
  const notCovered = bought.missing - before.missing;
  const isAssigned = line !== null && line.state !== 'overspend';
  const decided = decideVoid(
    { stands, uncovered: isAssigned ? 0 : notCovered, assigned: isAssigned ? notCovered : 0 },
    entry.amount,
  );
  if ('code' in decided && decided.code === 'ALREADY_VOIDED') return refused(decided.code);
  if (entry.stall && !bought.same_day) return refused('VOID_TOO_LATE');
  if ('code' in decided) return refused(decided.code, decided.left);
  const { amount, fromUncovered } = decided;
  if (entry.stall && !(await isStillOwed(session, bought, amount - fromUncovered)))
    return refused('ALREADY_PAID_OUT');
  if (line) await closeOverspend(session, entry, line, fromUncovered);
  const points = pointsGone(bought, line, before, { amount: amount - fromUncovered });
  const left = toAmount(stands - amount);
  const balances = await post(session, {
    ...movementOf(entry),
    kind: 'void',
    legs: reversed(
      settlementLegs({
        voucher: { id: bought.voucher_id, marketId: bought.voucher_market },
        stall: { id: bought.stall_id, marketId: entry.market },
        price: amount,
        taken: amount - fromUncovered,
      }),
    ),
    points: { customerId: bought.customer_id, marketId: entry.market, points: toPoints(0 - points) },
    detail: {
      purchaseId: bought.movement_id,
      stallId: bought.stall_id,
      marketId: entry.market,
      amount: toAmount(amount),
      missing: toAmount(fromUncovered),
      points,
      stands: left,
      reason: entry.reason,
    },
  });
  return {
    ok: true,
    receipt: {
      codeCompra: entry.code.toUpperCase(),
      nuevoSaldo: balances.get(bought.voucher_id) ?? bought.balance,
      price: bought.amount,
      returned: toAmount(amount),
      stands: left,
      points,
      estanteName: bought.stall_name,
      userName: bought.owner_name,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

async function lockBought(session: Session, entry: VoidEntry): Promise<Bought | undefined> {
  const { rows } = await session.query<Bought>({
    name: 'purchase-to-void',
    text: `select b.movement_id, b.voucher_id, v.market_id as voucher_market, b.customer_id, b.stall_id, b.amount, b.missing,
        b.points, m.points_every, s.stall_name, c.owner_name, v.balance,
        (b.recorded_at at time zone $4)::date = ($5::timestamptz at time zone $4)::date as same_day
      from purchase b join voucher v on v.id = b.voucher_id join person s on s.id = b.stall_id
        join person c on c.id = b.customer_id join market m on m.id = b.market_id
      where b.code = $1 and b.market_id = $2 and ($3::uuid is null or b.stall_id = $3)
      for no key update of b`,
    values: [entry.code.toUpperCase(), entry.market, entry.stall, entry.timeZone, entry.recordedAt],
  });
  return rows[0];
}

type Voided = { amount: number; missing: number; points: number };

/** After the lock and in a statement of its own: its snapshot sees a void that we waited for. */
async function readVoids(session: Session, { movement_id }: Bought): Promise<Voided> {
  const { rows } = await session.query<Voided>({
    name: 'voids-of-purchase',
    text: `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(missing), 0)::bigint as missing,
        coalesce(sum(points), 0)::bigint as points
      from purchase_void where purchase_id = $1`,
    values: [movement_id],
  });
  return rows[0] ?? { amount: 0, missing: 0, points: 0 };
}

type Line = {
  id: string;
  state: string;
  missing: Amount;
  assignee: string | null;
  /** points that came when its loss was assigned */
  points: Points;
};

/** The conflict line of a sale of which something is missing, open or assigned. null: none is. */
async function lockLine(session: Session, { movement_id }: Bought): Promise<Line | null> {
  const { rows } = await session.query<Line>({
    name: 'overspend-of-purchase',
    text: `select c.id, c.state, c.missing, c.assignee, coalesce((select sum(e.points) from movement a
          join points_entry e on e.movement_id = a.id where a.reference in ('assign-' || c.id, c.op_id || ' assigned')), 0)::bigint as points
      from movement m join sale_conflict c on c.purchase_op_id = m.reference
      where m.id = $1 and c.missing > 0 for update of c`,
    values: [movement_id],
  });
  return rows[0] ?? null;
}

/**
 * A stall takes back what its market still owes it and no more: a sale that was paid out, taken back, would be cash and
 * balance both. The lock is that of a payout: neither sees the other half done. What is held back is not owed yet.
 */
async function isStillOwed(session: Session, { stall_id }: Bought, covered: number): Promise<boolean> {
  const dues = await lockStallDues(session, stall_id);
  return covered <= dues.owed - dues.held;
}

/** Of an open line: what is voided is missing no longer, and with nothing missing it is closed. */
async function closeOverspend(session: Session, entry: VoidEntry, line: Line, closed: number): Promise<void> {
  if (closed === 0) return;
  if (closed < line.missing)
    await session.query({
      name: 'lower-overspend',
      text: 'update sale_conflict set missing = missing - $2 where id = $1',
      values: [line.id, closed],
    });
  else
    await session.query({
      name: 'close-overspend',
      text: `update sale_conflict set state = 'resolved', missing = 0, note = $2, resolved_at = $3, resolved_by = $4
        where id = $1`,
      values: [line.id, entry.reason, entry.recordedAt, entry.actor],
    });
}

/** Points that go: those of the sale and of its assigned loss, less what was taken before, less what stands gives. */
function pointsGone(
  bought: Bought,
  line: Line | null,
  before: Voided,
  { amount }: { amount: number },
): Points {
  const covered = bought.amount - bought.missing;
  const isPaidElsewhere = line?.assignee === 'guarantee' || line?.assignee === 'customer';
  const paid = covered + (isPaidElsewhere ? bought.missing - before.missing : 0);
  const stands = paid - (before.amount - before.missing) - amount;
  const earned = toPoints(bought.points + (line?.points ?? 0));
  const stay = pointsThatStand(earned, { paid, stands }, bought.points_every);
  return toPoints(Math.max(0, earned - before.points - stay));
}
