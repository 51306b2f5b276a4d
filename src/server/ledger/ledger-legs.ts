/**
 * What the movements of `slice` (a select of id, kind, recorded_at) did to whose account: the unit of day sums. Owner:
 * the account's; for vouchers and points the market; for clearing the other market of the same movement. `timeZone` is a
 * placeholder, "$2". Points stand beside money as one more account kind.
 */
export function ledgerLegs(slice: string, timeZone: string): string {
  return `
    select s.kind as movement_kind, (s.recorded_at at time zone ${timeZone})::date as day, a.kind as account_kind,
      a.market_id, p.amount,
      case a.kind
        when 'voucher' then a.market_id
        when 'clearing' then coalesce((
          select o.owner_id from posting q join ledger_account o on o.id = q.account_id
          where q.movement_id = p.movement_id and o.kind = 'clearing' and o.id <> a.id limit 1), a.market_id)
        else a.owner_id
      end as owner_id
    from (${slice}) s join posting p on p.movement_id = s.id join ledger_account a on a.id = p.account_id
    union all
    select s.kind, (s.recorded_at at time zone ${timeZone})::date, 'points', e.market_id, e.points, e.market_id
    from (${slice}) s join points_entry e on e.movement_id = s.id`;
}
