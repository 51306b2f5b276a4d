import type { Amount, MarketId } from '#src/contract/brands.ts';
import type { OpenHandOvers } from '#src/contract/cash/till-hand-over.ts';
import type { Session } from '#src/server/store/database.ts';

/** A hand-over on its way for longer appears in the market's to-do list. */
export const overdueMs = 24 * 60 * 60 * 1000;

/** SQL: status of the hand-over `h`. */
export const fateOfHandOver = `left join till_hand_over_void v on v.hand_over_id = h.movement_id
  left join till_receipt r on r.hand_over_id = h.movement_id
  left join till_difference d on d.receipt_id = r.movement_id`;
export const isOnItsWay = 'v.movement_id is null and r.movement_id is null';
export const isUnanswered = `r.answers = 'OPEN' and d.movement_id is null`;

/** `market` is null for all markets. */
export async function readOpenHandOvers(
  session: Session,
  marketId: MarketId | null,
  now: Date,
): Promise<OpenHandOvers> {
  const { rows } = await session.query<{
    overdue: number;
    overdue_total: Amount;
    names: string[] | null;
    unanswered: number;
    unanswered_total: Amount;
  }>({
    name: 'open-hand-overs',
    text: `select o.count as overdue, o.total as overdue_total, o.names, u.count as unanswered, u.total as unanswered_total
      from (select count(*)::int as count, coalesce(sum(h.amount), 0)::bigint as total,
          (array_agg(p.owner_name order by h.recorded_at, h.movement_id))[1:2] as names
        from till_hand_over h join person p on p.id = h.top_up_point_id ${fateOfHandOver}
        where ($1::uuid is null or h.market_id = $1) and h.recorded_at < $2 and ${isOnItsWay}) o,
        (select count(*)::int as count, coalesce(sum(abs(r.counted - r.declared)), 0)::bigint as total
        from till_receipt r left join till_difference d on d.receipt_id = r.movement_id
        where ($1::uuid is null or r.market_id = $1) and ${isUnanswered}) u`,
    values: [marketId, new Date(now.getTime() - overdueMs)],
  });
  const [row] = rows;
  if (!row) throw new Error('the open hand-overs did not come back');
  return {
    overdue: { count: row.overdue, total: row.overdue_total, names: row.names ?? [] },
    unanswered: { count: row.unanswered, total: row.unanswered_total },
  };
}
