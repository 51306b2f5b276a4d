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
