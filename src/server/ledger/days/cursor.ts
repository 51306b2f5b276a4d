import type { Position } from '#src/server/ledger/commit-order.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * Position of the day sums: they include every movement of a transaction below `xid`. While it is 0, rows
 * without a transaction, which were loaded from another cluster, are folded by id up to `until`. `time_zone`
 * defines the start of days; empty until set.
 */
export type Cursor = { xid: Position; until: string; time_zone: string };

export async function readCursor(
  session: Session,
  lock: '' | 'for update' | 'for update skip locked' = '',
): Promise<Cursor | null> {
  const { rows } = await session.query<Cursor>({
    name: lock === '' ? 'folded-until' : `folded-until-${lock.replaceAll(' ', '-')}`,
    text: `select xid, until, time_zone from ledger_day_cursor where id = 1 ${lock}`,
  });
  return rows[0] ?? null;
}

export async function writeCursor(session: Session, next: Cursor): Promise<void> {
  await session.query({
    name: 'move-ledger-day-cursor',
    text: 'update ledger_day_cursor set xid = $1, until = $2, time_zone = $3 where id = 1',
    values: [next.xid, next.until, next.time_zone],
  });
}

/**
 * SQL for the effect of the movements in `slice` (a select of id, kind, recorded_at) on each account, the
 * unit of day sums. Owner: the account's; for vouchers and points the market; for clearing the other market
 * of the movement. `timeZone` is a placeholder, "$2". Points appear as one more account kind.
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
