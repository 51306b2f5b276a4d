import type { Answerer } from '#src/contract/cash/till.ts';
import type { CashSource } from '#src/contract/topups/top-up-void.ts';
import type { Amount, MarketId, Points, VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import type { PurchaseTransfer, Swapped, Transfer } from './transfer.ts';

/**
 * The detail row of each movement kind. Amounts in the smallest unit shown. `assignment` has none: it belongs
 * to its sale.
 */
export type MovementDetails = {
  'top-up': {
    voucherId: VoucherId;
    customerId: string;
    topUpPointId: string;
    marketId: MarketId;
    amount: Amount;
  };
  'top-up-void': {
    /** The voided movement. */
    topUpId: string;
    voucherId: VoucherId;
    topUpPointId: string;
    marketId: MarketId;
    amount: Amount;
    /** Source of the returned cash. */
    paidFrom: CashSource;
    reason: string;
  };
  refund: {
    /** "D-00014" */
    number: number;
    voucherId: VoucherId;
    customerId: string;
    marketId: MarketId;
    amount: Amount;
    reason: string;
  };
  purchase: {
    /** "C-7K4M2QXD" */
    code: string;
    voucherId: VoucherId;
    customerId: string;
    stallId: string;
    marketId: MarketId;
    amount: Amount;
    points: Points;
    /** Shortfall of the voucher, and its reason. */
    missing: Amount;
    reason: string | null;
    /** Code of the sale of which it is a share; null for a whole sale. */
  };
  void: {
    purchaseId: string;
    voucherId: VoucherId;
    stallId: string;
    marketId: MarketId;
    /** Amount voided, and the part of it that no voucher had covered. */
    amount: Amount;
    missing: Amount;
    points: Points;
    reason: string;
  };
  redemption: {
    /** "K-7K4M2QXD" */
    code: string;
    rewardId: string;
    customerId: string;
    marketId: MarketId;
    points: Points;
    amount: Amount | null;
    voucherId: VoucherId | null;
  };
  reissue: {
    kind: 'reissue';
    voucherId: VoucherId;
    newVoucherId: VoucherId;
    marketId: MarketId;
    amount: Amount;
    /** The market had permitted it to a till. */
    withCode: boolean;
  };
  join: {
    newVoucherId: VoucherId;
    customerId: string;
    marketId: MarketId;
    /** Sum of its parts. */
    amount: Amount;
    parts: number;
    /** The market had permitted it to a till. */
    withCode: boolean;
  };
  expiry: { kind: 'expiry'; voucherId: VoucherId; newVoucherId: null; marketId: MarketId; amount: Amount };
  payout: {
    /** "G-7K4M2QXD" */
    code: string;
    stallId: string;
    marketId: MarketId;
    amount: Amount;
    owedBefore: Amount;
    note: string;
    /** "P-2026-11-22", for a run of several payouts. */
    runCode: string | null;
    /** JSON: the payment way. */
    way: string;
  };
  'cash-received': {
    topUpPointId: string;
    marketId: MarketId;
    /** Cash in the till before it, and the amount counted. */
    expected: Amount;
    received: Amount;
    /** It closed the till's account. */
    closes: boolean;
    /** Party that answers for the difference; null without one. */
    answers: Answerer | null;
    /** JSON: the notes and coins counted; null for a typed amount. */
    pieces: string | null;
  };
  'till-float': { topUpPointId: string; marketId: MarketId; amount: Amount; note: string };
  opening: { accountId: string; personId: string; marketId: MarketId; amount: Amount };
  clearing: { debtorId: MarketId; creditorId: MarketId; amount: Amount; note: string };
  assignment: null;
};
export type MovementKind = keyof MovementDetails;

/** Where the returned cash of a top-up comes from. */
type CashKind = 'cash' | 'treasury' | 'cash-difference';

/** The pairs of accounts between which each movement kind moves money: the giver's, the taker's. */
export type MovementTransfers = {
  'top-up': Transfer<'cash', 'voucher'>;
  'top-up-void': Transfer<'voucher', CashKind>;
  refund: Transfer<'voucher', 'treasury'>;
  purchase: PurchaseTransfer;
  void: Swapped<PurchaseTransfer>;
  redemption: Transfer<'redemption', 'voucher'>;
  reissue: Transfer<'voucher', 'voucher'>;
  join: Transfer<'voucher', 'voucher'>;
  expiry: Transfer<'voucher', 'breakage'>;
  payout: Transfer<'stall', 'treasury'>;
  'cash-received': Transfer<'treasury' | 'cash-difference', 'cash'> | Transfer<'treasury', 'cash-difference'>;
  'till-float': Transfer<'cash', 'treasury'>;
  opening: Transfer<'opening', 'stall' | 'voucher'>;
  clearing: Transfer<'clearing', 'treasury'> | Transfer<'treasury', 'clearing'>;
  assignment:
    | Transfer<'guarantee' | 'debt' | 'stall', 'overspend' | 'stall' | CashKind>
    // For a top-up that could not be voided: its voucher's remaining balance.
    | Transfer<'voucher', CashKind>;
};

const tableOf: Record<Exclude<MovementKind, 'assignment'>, string> = {
  'top-up': 'top_up',
  'top-up-void': 'top_up_void',
  refund: 'refund',
  purchase: 'purchase',
  void: 'purchase_void',
  redemption: 'redemption',
  reissue: 'voucher_change',
  join: 'voucher_join',
  expiry: 'voucher_change',
  payout: 'payout',
  'cash-received': 'cash_received',
  'till-float': 'till_float',
  opening: 'opening_balance',
  clearing: 'clearing_payment',
};

/** Columns are the field names with underscores. */
export async function insertDetail(
  session: Session,
  movement: { id: string; kind: MovementKind; recordedAt: Date; detail: object | null },
): Promise<void> {
  if (movement.kind === 'assignment' || movement.detail === null) return;
  const row = { movementId: movement.id, ...movement.detail, recordedAt: movement.recordedAt };
  const columns = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
  await session.query({
    name: `insert-${movement.kind}`,
    text: `insert into ${tableOf[movement.kind]} (${columns.join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(row),
  });
}

/**
 * SQL for the detail row of a movement `m`: its account and that account's change, points, the row's market,
 * and any second account with its change. One select per table.
 */
export const movementDetails = `
  select t.movement_id, t.voucher_id as account, t.amount, 0 as points, t.market_id as market, t.top_up_point_id as other,
    -t.amount as other_amount from top_up t where t.movement_id = m.id
  union all
  select u.movement_id, u.voucher_id, -u.amount, 0, u.market_id, case u.paid_from when 'TILL' then u.top_up_point_id end, u.amount
  from top_up_void u where u.movement_id = m.id
  union all
  select d.movement_id, d.voucher_id, -d.amount, 0, d.market_id, null, 0 from refund d where d.movement_id = m.id
  union all
  select b.movement_id, b.stall_id, b.amount, b.points, b.market_id, b.voucher_id, b.missing - b.amount
  from purchase b where b.movement_id = m.id
  union all
  select v.movement_id, v.stall_id, -v.amount, -v.points, v.market_id, v.voucher_id, v.amount - v.missing
  from purchase_void v where v.movement_id = m.id
  union all
  select x.movement_id, x.voucher_id, x.amount, -x.points, x.market_id, null, 0 from redemption x where x.movement_id = m.id
  union all
  select c.movement_id, c.voucher_id, -c.amount, 0, c.market_id, c.new_voucher_id, c.amount
  from voucher_change c where c.movement_id = m.id
  union all
  select j.movement_id, j.new_voucher_id, j.amount, 0, j.market_id, null, 0 from voucher_join j where j.movement_id = m.id
  union all
  select n.movement_id, n.top_up_point_id, case n.answers when 'MARKET' then n.expected else least(n.received, n.expected) end, 0,
    n.market_id, a.id, case n.answers when 'POINT' then -least(n.received, n.expected) else -n.received end
  from cash_received n join ledger_account a on a.kind = 'treasury' and a.owner_id = n.market_id where n.movement_id = m.id
  union all
  select w.movement_id, w.top_up_point_id, -w.amount, 0, w.market_id, null, 0 from till_float w where w.movement_id = m.id
  union all
  select o.movement_id, o.stall_id, -o.amount, 0, o.market_id, null, 0 from payout o where o.movement_id = m.id
  union all
  select g.movement_id, g.account_id, g.amount, 0, g.market_id, null, 0 from opening_balance g where g.movement_id = m.id
  union all
  select k.movement_id, a.id, -k.amount, 0, k.debtor_id, c.id, k.amount
  from clearing_payment k join ledger_account a on a.kind = 'clearing' and a.owner_id = k.debtor_id
    join ledger_account c on c.kind = 'clearing' and c.owner_id = k.creditor_id
  where k.movement_id = m.id`;
