import type { Amount, Pesos, VoucherId } from '#src/contract/brands.ts';
import {
  heldInReview,
  reviewTakings,
  type ReviewedDay,
  type TakingsDay,
} from '#src/domain/operations/cash/takings.ts';
import type { Session } from '#src/server/store/database.ts';

/** With more unfolded movements, reading the stall's own purchases is faster. */
const mostFresh = 2_000;
/** Market days before the last full payout that define the usual amount. */
const daysBefore = 20;

/** SQL: day of an instant in the market's time zone. */
const dayOf = (instant: string): string => `(${instant} at time zone (select zone from cursor))::date`;

/** SQL: the covered amount of purchase `b` after voids; joined by `standsJoin`. */
const stands = `greatest(0, b.amount - coalesce(v.back, 0) - coalesce(c.missing, 0))`;
const standsJoin = `left join lateral (select sum(x.amount) as back from purchase_void x where x.purchase_id = b.movement_id) v on true
  left join lateral (select c.missing from movement m join sale_conflict c on c.purchase_op_id = m.reference
    where b.missing > 0 and m.id = b.movement_id and c.state = 'overspend') c on true`;

/**
 * SQL for a stall's days as JSON, `TakingsDay` oldest first: days since the last payout that left nothing,
 * and some before it for comparison, of which only the total counts. From the day sums by day and stall and,
 * in the same snapshot, later movements.
 */
export function takingsOfStall(stall: string): string {
  const sold = `l.owner_id = ${stall} and l.account_kind = 'stall' and l.movement_kind = 'purchase'`;
  const isOpen = `(select day from paid) is null or`;
  return `(
    with cursor as (select xid, coalesce(nullif(time_zone, ''), 'UTC') as zone from ledger_day_cursor where id = 1),
      fresh as materialized (select m.id, m.recorded_at as at from movement m where (select xid from cursor) > 0
        and m.xid >= (select xid from cursor) order by m.xid limit ${mostFresh + 1}),
      summed as materialized (select (select xid from cursor) > 0 and (select count(*) from fresh) <= ${mostFresh} as is_whole),
      paid as materialized (select ${dayOf('o.recorded_at')} as day, o.recorded_at::date - 2 as about
        from (select * from payout o where o.stall_id = ${stall} order by o.recorded_at desc offset 0) o
        where o.owed_before = o.amount
          + coalesce((select sum(d.amount) from deduction d where d.payout_id = o.movement_id), 0)
        order by o.recorded_at desc limit 1),
      sold as (
        select l.day, l.total from ledger_day l where (select is_whole from summed) and ${sold}
          and l.day >= coalesce((select day from paid), '-infinity')
        union all
        (select l.day, l.total from ledger_day l where (select is_whole from summed) and ${sold}
          and l.day < (select day from paid) order by l.day desc limit ${daysBefore})
        union all
        select ${dayOf('b.recorded_at')}, b.amount from purchase b where b.stall_id = ${stall}
          and b.recorded_at >= (select min(at) from fresh) and b.movement_id in (select id from fresh)
          and (select is_whole from summed)
        union all
        select ${dayOf('b.recorded_at')}, b.amount from purchase b where b.stall_id = ${stall} and not (select is_whole from summed)
      ),
      parts as (
        select day, total as taken, 0 as over, 0 as elsewhere, null as verdict, null as reason, 0 as amount from sold
        union all
        select ${dayOf('b.recorded_at')}, 0 - x.amount, 0, 0, null, null, 0 from purchase_void x
          join purchase b on b.movement_id = x.purchase_id
          where x.stall_id = ${stall} and x.recorded_at >= coalesce((select about from paid), '-infinity')
            and (${isOpen} ${dayOf('b.recorded_at')} >= (select day from paid))
        union all
        select ${dayOf('b.recorded_at')}, 0, ${stands}, 0, null, null, 0 from over_ceiling_voucher o
          join purchase b on b.voucher_id = o.voucher_id ${standsJoin}
          where b.stall_id = ${stall} and (${isOpen} ${dayOf('b.recorded_at')} >= (select day from paid))
        union all
        select ${dayOf('b.recorded_at')}, 0, 0, c.missing, null, null, 0 from sale_conflict c
          join movement m on m.reference = c.purchase_op_id join purchase b on b.movement_id = m.id
          where c.stall_id = ${stall} and c.state = 'overspend'
        union all
        select r.day, 0, 0, 0, r.verdict, r.reason, r.amount from taking_review r
          where r.stall_id = ${stall} and r.day >= coalesce((select day from paid), '-infinity')
      ),
      days as (
        select day, greatest(0, sum(taken))::bigint as taken, sum(over)::bigint as over, sum(elsewhere)::bigint as elsewhere,
          ${byReason('sum', 'RELEASED')} as released, ${byReason('max', 'KEPT')} as kept
        from parts group by day)
    select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'taken', taken, 'overCeiling', over,
      'heldElsewhere', elsewhere, 'isPaid', coalesce(day < (select day from paid), false), 'released', released, 'kept', kept) order by day), '[]') from days)`;
}

function byReason(add: 'sum' | 'max', verdict: 'RELEASED' | 'KEPT'): string {
  const of = (reason: string): string =>
    `'${reason}', coalesce(${add}(amount) filter (where verdict = '${verdict}' and reason = '${reason}'), 0)`;
  return `json_build_object(${of('UNUSUAL')}, ${of('OVER_CEILING')})`;
}

/** SQL: daily amount that a stall's market pays without a review while the stall has no usual day. */
export function newStallDayOf(stall: string): string {
  return `(select m.new_stall_day from person p join market m on m.id = p.market_id where p.id = ${stall})`;
}

/** A row with both columns. */
export type TakingsRow = { takings: TakingsDay[]; newStallDay: Pesos };

export function reviewOf({ takings, newStallDay }: TakingsRow): ReviewedDay[] {
  return reviewTakings(takings, newStallDay);
}

/** Returns the part of a stall's days under review. */
export async function readReview(session: Session, stall: string): Promise<ReviewedDay[]> {
  const { rows } = await session.query<TakingsRow>({
    name: 'takings-of-stall',
    text: `select ${takingsOfStall('$1')} as takings, coalesce(${newStallDayOf('$1')}, 0) as "newStallDay"`,
    values: [stall],
  });
  return rows[0] ? reviewOf(rows[0]) : [];
}

/** A sale of a day under review. `amount`: its covered amount after voids. */
export type SaleOfDay = {
  day: string;
  codeCompra: string;
  recordedAt: Date;
  userName: string;
  voucherId: VoucherId;
  price: Amount;
  amount: Pesos;
  isOverCeiling: boolean;
  /** Point that issued the voucher, if it was above its ceiling. */
  puntoRecarga: string | null;
  isTyped: boolean;
};

/** A short code looked up for this stall at most this long before the sale counts as typed for it. */
const typedBefore = '1 hour';

/** Returns the sales of the days under review, newest first, by day. */
export async function readSalesOfDays(
  session: Session,
  stall: string,
  days: readonly ReviewedDay[],
): Promise<[ReviewedDay, SaleOfDay[]][]> {
  const waiting = days.filter((day) => heldInReview([day]) > 0);
  if (waiting.length === 0) return [];
  const { rows } = await session.query<SaleOfDay>({
    name: 'sales-of-days',
    text: `with cursor as (select coalesce(nullif(time_zone, ''), 'UTC') as zone from ledger_day_cursor where id = 1)
      select d.day::text as day, b.code as "codeCompra", b.recorded_at as "recordedAt", u.owner_name as "userName",
        b.voucher_id as "voucherId", b.amount as price, ${stands} as amount, o.voucher_id is not null as "isOverCeiling",
        p.owner_name as "puntoRecarga", exists (select 1 from typed_look_up l where l.stall_id = $1
          and l.voucher_id = b.voucher_id and l.looked_at <= b.recorded_at
          and l.looked_at > b.recorded_at - interval '${typedBefore}') as "isTyped"
      from cursor cross join unnest($2::date[]) as d (day) join purchase b on b.stall_id = $1
          and b.recorded_at >= d.day::timestamp at time zone cursor.zone
          and b.recorded_at < (d.day + 1)::timestamp at time zone cursor.zone
        join person u on u.id = b.customer_id left join over_ceiling_voucher o on o.voucher_id = b.voucher_id
        left join person p on p.id = o.top_up_point_id ${standsJoin}
      order by b.recorded_at desc, b.movement_id desc`,
    values: [stall, waiting.map(({ day }) => day)],
  });
  return waiting.map((day) => [day, rows.filter((sale) => sale.day === day.day && sale.amount > 0)]);
}
