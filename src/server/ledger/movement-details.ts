/**
 * The row that says what a movement `m` was: the account it is about, by how much that account changes, and points.
 * One select for each kind; a movement has exactly one.
 */
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
