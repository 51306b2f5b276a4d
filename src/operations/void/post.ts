import assert from 'node:assert/strict';
import type { PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { isSameDay } from '#src/domain/time/market-clock.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import {
  toAmount,
  toPoints,
  type Amount,
  type MarketId,
  type OpId,
  type Pesos,
  type Points,
  type VoucherId,
} from '#src/protocol/brands.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { post } from '#src/server/ledger/movements.ts';
import { lockCustomers, readHeldPoints } from '#src/server/ledger/points.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import { allowCredit, lockLastOfLine, markExpired, type LockedVoucher } from '#src/server/ledger/vouchers.ts';
import { withheldOfPurchases } from '#src/server/ledger/withheld.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { updateRow } from '#src/server/store/rows.ts';
import type { SeenVoucher } from '../purchase/rule.ts';
import { purchaseTransfers, takenBack } from '../transfer.ts';
import { decideVoid, type HeldPoints, type VoidFacts, type VoidPlan } from './rule.ts';

export type VoidAsked = {
  /** Code of the purchase. */
  code: string;
  /** A stall voids its own sales of the same day in `timeZone`; null for the market. */
  stall: string | null;
  market: MarketId;
  timeZone: string;
  /** Time of the request, which decides the day of a stall's void. */
  at: Date;
  /** The sale is charged to the same voucher again. */
  again?: boolean | undefined;
};
export type VoidBy = StaffAct & { reason: string };
export type VoidAct = VoidBy & Omit<VoidAsked, 'at'>;

type Bought = {
  movement_id: string;
  op: OpId;
  code: string;
  voucher_id: VoucherId;
  is_joined: boolean;
  customer_id: string;
  stall_id: string;
  amount: Amount;
  missing: Amount;
  points: Points;
  stall_name: string;
  owner_name: string;
  /** Balance that the voucher keeps when it paid nothing. */
  balance: Amount;
  recorded_at: Date;
};
type Line = { id: string; state: string };

/** A purchase locked until the end of the transaction, with the facts for its void. */
export type LoadedVoid = {
  facts: VoidFacts;
  bought: Bought;
  line: Line | null;
  market: MarketId;
  /** Voucher that gets its part back. */
  credited: LockedVoucher;
};

/** Voids a sale by its code at a person's request: loads, decides, posts. */
export async function recordVoid(session: Session, act: VoidAct): Promise<Posted<PurchaseVoidReceipt>> {
  const loaded = await loadVoid(session, { ...act, at: act.recordedAt });
  const decision = decideVoid(loaded?.facts ?? null);
  if (decision.kind === 'refuse') return decision;
  assert(loaded, 'the rule voids no missing purchase');
  return { kind: 'done', receipt: await postVoid(session, loaded, decision.plan, act) };
}

/**
 * Returns null when this market, or this stall, has no such purchase. Locks in one order: purchase, line, the
 * stall's account, customer, voucher.
 */
export async function loadVoid(session: Session, asked: VoidAsked): Promise<LoadedVoid | null> {
  const { market } = asked;
  const bought = await lockBought(session, asked);
  if (!bought) return null;
  const { movement_id: id, amount: price, missing, points } = bought;
  const isVoided = await isVoidedPurchase(session, id);
  const line = await lockLine(session, bought);
  const isAssigned = line !== null && line.state !== 'overspend';
  // Uses the lock of payouts, so that neither sees the other half done. A withheld amount is not payable yet,
  // except for the sale itself: it was never paid out, so its void may use it.
  const dues = asked.stall ? await lockStallDues(session, bought.stall_id) : null;
  const stall = dues && {
    isSameDay: isSameDay(bought.recorded_at, asked.at, asked.timeZone),
    payable: dues.owed - dues.withheld + (await withheldOfPurchases(session, [id])),
    points: await lockPoints(session, bought, market),
  };
  const credited = await lockLastOfLine(session, bought.voucher_id);
  const again = asked.again ? seenAgain(bought, credited, asked.at) : undefined;
  return {
    facts: { price, isVoided, missing, isAssigned, points, stall, again },
    bought,
    line,
    market,
    credited,
  };
}

/** Returns the purchase's voucher as it is after the void. */
function seenAgain(bought: Bought, credited: LockedVoucher, at: Date): SeenVoucher {
  const monto = credited.balance + bought.amount - bought.missing;
  if (credited.id !== bought.voucher_id) return { monto, state: bought.is_joined ? 'JOINED' : 'BLOCKED' };
  return { monto, state: stateAfter(credited, monto, at) };
}

function stateAfter(voucher: LockedVoucher, balance: Pesos, at: Date): VoucherState {
  return voucherStateOf({ ...voucher, balance, isBlocked: voucher.blockedAt !== null }, at);
}

/**
 * Posts a decided void with its audit line: the swapped transfers of the sale. The part that no voucher had covered leaves the overspend
 * account; the rest returns to the voucher, even a blocked one, or to the one that replaced it. The customer's points become negative if those of
 * the purchase are spent.
 */
export async function postVoid(
  session: Session,
  { bought, line, market, credited }: LoadedVoid,
  { price, fromUncovered, points }: VoidPlan,
  act: VoidBy,
): Promise<PurchaseVoidReceipt> {
  if (line) await closeOverspend(session, act, line);
  const [isMoved, back] = [credited.id !== bought.voucher_id, price - fromUncovered];
  if (isMoved) await allowCredit(session, credited.id, back);
  const balances = await post(session, {
    ...movementOf(act),
    kind: 'void',
    transfers: takenBack(
      purchaseTransfers({
        voucher: credited,
        stall: { id: bought.stall_id, marketId: market },
        price,
        taken: back,
      }),
    ),
    points: { customerId: bought.customer_id, marketId: market, points: toPoints(0 - points) },
    detail: {
      purchaseId: bought.movement_id,
      voucherId: credited.id,
      stallId: bought.stall_id,
      marketId: market,
      amount: toAmount(price),
      missing: toAmount(fromUncovered),
      points,
      reason: act.reason,
    },
  });
  const balance = balances.get(credited.id) ?? credited.balance;
  const pays = back === 0 || stateAfter(credited, balance, act.recordedAt) === 'ACTIVE';
  // So that its market reads of it as of any closed voucher with a balance.
  if (back > 0 && credited.expiresAt && credited.expiresAt <= act.recordedAt)
    await markExpired(session, credited.id);
  const nuevoSaldo = isMoved ? bought.balance : balance;
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'purchase-voided',
    marketId: market,
    subject: { type: 'PURCHASE', id: bought.code, name: bought.stall_name },
    before: { price: bought.amount, points },
    after: { reason: act.reason, nuevoSaldo },
  });
  return {
    codeCompra: bought.code,
    nuevoSaldo,
    credit: pays ? (isMoved ? 'successor' : 'voucher') : 'held',
    price: bought.amount,
    points,
    estanteName: bought.stall_name,
    userName: bought.owner_name,
    createAt: act.recordedAt.toISOString(),
    purchaseOpId: bought.op,
  };
}

async function lockBought(session: Session, asked: VoidAsked): Promise<Bought | null> {
  const { code, market, stall } = asked;
  const { rows } = await session.query<Bought>({
    name: 'purchase-to-void',
    text: `select b.movement_id, o.reference as op, b.code, b.voucher_id, v.closed_as is not distinct from 'joined' as is_joined, b.customer_id, b.stall_id, b.amount,
        b.missing, b.points, s.stall_name, c.owner_name, v.balance, b.recorded_at
      from purchase b join movement o on o.id = b.movement_id join voucher v on v.id = b.voucher_id join person s on s.id = b.stall_id
        join person c on c.id = b.customer_id 
      where b.code = $1 and b.market_id = $2 and ($3::uuid is null or b.stall_id = $3)
      for no key update of b`,
    values: [code.toUpperCase(), market, stall],
  });
  return rows[0] ?? null;
}

/** After the lock and in a separate statement, whose snapshot includes a void that held the lock. */
async function isVoidedPurchase(session: Session, purchase: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'void-of-purchase',
    text: 'select 1 from purchase_void where purchase_id = $1',
    values: [purchase],
  });
  return rowCount > 0;
}

/** Locks the conflict line of a purchase with a shortfall, open or assigned. */
async function lockLine(session: Session, { op, voucher_id }: Bought): Promise<Line | null> {
  const { rows } = await session.query<Line>({
    name: 'overspend-of-purchase',
    text: `select id, state from conflict_line
      where voucher_id = $2 and purchase_op_id = $1 and missing > 0 for update`,
    values: [op, voucher_id],
  });
  return rows[0] ?? null;
}

/** Closes the open line of a sale that is voided: no shortfall is left. */
async function closeOverspend(
  session: Session,
  { reason: note, recordedAt: resolvedAt, actor: resolvedBy }: VoidBy,
  { id }: Line,
): Promise<void> {
  const resolved = { state: 'resolved', missing: 0, note, resolvedAt, resolvedBy };
  await updateRow(session, 'conflict_line', id, resolved);
}

/** Reads the points of a sale's customer under the lock of redemptions, so that neither sees the other half done. */
async function lockPoints(session: Session, bought: Bought, market: MarketId): Promise<HeldPoints> {
  const { customer_id: owner, recorded_at: since } = bought;
  await lockCustomers(session, [owner]);
  const held = await readHeldPoints(session, { owners: [owner], market, since });
  return held.get(owner) ?? { balance: toPoints(0), redeemedSince: toPoints(0) };
}
