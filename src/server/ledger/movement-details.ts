import type { Amount, MarketId, Points, VoucherId } from '#src/contract/brands.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * The row that says what a movement was, by its kind. Amounts in the smallest unit shown. `assignment` has none: it hangs
 * on the sale that it belongs to.
 */
export type MovementDetails = {
  'top-up': {
    voucherId: VoucherId;
    customerId: string;
    topUpPointId: string;
    marketId: MarketId;
    amount: Amount;
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
    /** what the voucher did not cover, and why */
    missing: Amount;
    reason: string | null;
  };
  void: {
    purchaseId: string;
    stallId: string;
    marketId: MarketId;
    amount: Amount;
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
    /** the market had permitted it to a till */
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
    /** "P-2026-11-22", of several stalls paid in one act */
    runCode: string | null;
  };
  'till-close': {
    topUpPointId: string;
    marketId: MarketId;
    expected: Amount;
    counted: Amount;
    reason: string;
  };
  clearing: { debtorId: MarketId; creditorId: MarketId; amount: Amount; note: string };
  assignment: null;
};
export type MovementKind = keyof MovementDetails;

const tableOf: Record<Exclude<MovementKind, 'assignment'>, string> = {
  'top-up': 'top_up',
  purchase: 'purchase',
  void: 'purchase_void',
  redemption: 'redemption',
  reissue: 'voucher_change',
  expiry: 'voucher_change',
  payout: 'payout',
  'till-close': 'till_count',
  clearing: 'clearing_payment',
};

/** Columns are the names of the fields, with underscores. */
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

/** SQL: of a movement `m` the account it is about, by how much that account changes, and points. One select for each table. */
export const movementDetails = `
  select t.movement_id, t.voucher_id as account, t.amount, 0 as points from top_up t where t.movement_id = m.id
  union all
  select b.movement_id, b.stall_id, b.amount, b.points from purchase b where b.movement_id = m.id
  union all
  select v.movement_id, v.stall_id, -v.amount, -v.points from purchase_void v where v.movement_id = m.id
  union all
  select x.movement_id, x.voucher_id, x.amount, -x.points from redemption x where x.movement_id = m.id
  union all
  select c.movement_id, c.voucher_id, -c.amount, 0 from voucher_change c where c.movement_id = m.id
  union all
  select n.movement_id, n.top_up_point_id, n.expected, 0 from till_count n where n.movement_id = m.id
  union all
  select o.movement_id, o.stall_id, -o.amount, 0 from payout o where o.movement_id = m.id
  union all
  select k.movement_id, a.id, -k.amount, 0
  from clearing_payment k join ledger_account a on a.kind = 'clearing' and a.owner_id = k.debtor_id
  where k.movement_id = m.id`;
