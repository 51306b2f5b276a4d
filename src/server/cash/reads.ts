import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { Payout, PayoutPage } from '#src/contract/cash/schemas.ts';
import type { TillCount, TillCountPage } from '#src/contract/cash/till.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { heldInReview } from '#src/domain/operations/cash/takings.ts';
import { heldOfStall } from '#src/server/ledger/held.ts';
import { newStallDayOf, reviewOf, takingsOfStall, type TakingsRow } from '#src/server/ledger/takings.ts';
import { readCursor, newestFirst } from '#src/server/records/paging.ts';
import { deductionsOfPayout } from '#src/server/records/payout-deductions.ts';
import type { Session } from '#src/server/store/database.ts';

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** Returns when each of these top-up points last closed its till. */
export async function readLastCounts(
  session: Session,
  points: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await session.query<{ id: string; at: Date | null }>({
    name: 'last-till-counts',
    text: `select p.id, (select t.recorded_at from till_count t where t.top_up_point_id = p.id
        order by t.recorded_at desc limit 1) as at
      from unnest($1::uuid[]) as p (id)`,
    values: [points],
  });
  return new Map(rows.flatMap(({ id, at }): [string, Date][] => (at ? [[id, at]] : [])));
}

/** Returns when each of these top-up points last made a hand-over that was not voided. */
export async function readLastHandOvers(
  session: Session,
  points: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await session.query<{ id: string; at: Date | null }>({
    name: 'last-hand-overs',
    text: `select p.id, (select h.recorded_at from till_hand_over h where h.top_up_point_id = p.id
          and not exists (select 1 from till_hand_over_void v where v.hand_over_id = h.movement_id)
        order by h.recorded_at desc limit 1) as at
      from unnest($1::uuid[]) as p (id)`,
    values: [points],
  });
  return new Map(rows.flatMap(({ id, at }): [string, Date][] => (at ? [[id, at]] : [])));
}

/** Returns each point's ceiling for unreceived cash, smallest unit shown. */
export async function readCeilings(
  session: Session,
  points: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await session.query<{ id: string; ceiling: Amount }>({
    name: 'till-ceilings',
    text: `select p.id, m.till_ceiling as ceiling from person p join market m on m.id = p.market_id where p.id = any ($1::uuid[])`,
    values: [points],
  });
  return new Map(rows.map(({ id, ceiling }) => [id, ceiling]));
}

/** A point, and the start of its till's movements; null for all of them. */
export type TillSince = { point: string; since: Date | null };

export type TillMoves = { count: number; total: Amount };

/** Returns top-ups since each point's moment, by point. */
export function readTopUpsSince(
  session: Session,
  points: readonly TillSince[],
): Promise<Map<string, TillMoves>> {
  return readMovesSince(session, points, 'top-ups-since', 'top_up', '');
}

/** Returns top-up voids paid from each till since its moment, by point. */
export function readTopUpVoidsSince(
  session: Session,
  points: readonly TillSince[],
): Promise<Map<string, TillMoves>> {
  return readMovesSince(session, points, 'top-up-voids-since', 'top_up_void', `paid_from = 'TILL' and`);
}

/** base de caja: returns floats given to each till since its moment, by point. */
export function readFloatsSince(
  session: Session,
  points: readonly TillSince[],
): Promise<Map<string, TillMoves>> {
  return readMovesSince(session, points, 'floats-since', 'till_float', '');
}

/** One statement for all points of a market. Each is read by its own index, from its own moment. */
async function readMovesSince(
  session: Session,
  points: readonly TillSince[],
  name: string,
  table: string,
  only: string,
): Promise<Map<string, TillMoves>> {
  const { rows } = await session.query<TillMoves & { id: string }>({
    name,
    text: `select p.id, moved.count, moved.total
      from unnest($1::uuid[], $2::timestamptz[]) as p (id, since)
      cross join lateral (select count(*)::int as count, coalesce(sum(amount), 0)::bigint as total from ${table}
        where ${only} top_up_point_id = p.id and recorded_at > coalesce(p.since, '-infinity')) as moved`,
    values: [points.map(({ point }) => point), points.map(({ since }) => since)],
  });
  return new Map(rows.map(({ id, count, total }) => [id, { count, total }]));
}

type HeldOfStall = { held: Amount; inReview: Amount };

/** Returns the amounts of these stalls that are held or under review; smallest unit shown. */
export async function readHeld(
  session: Session,
  stalls: readonly string[],
): Promise<Map<string, HeldOfStall>> {
  const { rows } = await session.query<{ id: string; held: Amount } & TakingsRow>({
    name: 'held-of-stalls',
    text: `select s.id, ${heldOfStall('s.id')} as held,
        ${takingsOfStall('s.id')} as takings, ${newStallDayOf('s.id')} as "newStallDay"
      from unnest($1::uuid[]) as s (id)`,
    values: [stalls],
  });
  return new Map(
    rows.map(({ id, held, ...takings }) => {
      const inReview = toAmount(heldInReview(reviewOf(takings)));
      return [id, { held, inReview }];
    }),
  );
}

export async function readTillCounts(
  session: Session,
  of: { marketId: MarketId | null; pointId: string | null },
  page: Page,
): Promise<TillCountPage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = readCursor(page.cursor);
  const { rows } = await session.query<Omit<TillCount, 'createAt'> & { recorded_at: Date }>({
    name: 'till-counts',
    text: `select t.movement_id as "_id", t.top_up_point_id as "topUpPointId", p.owner_name as "ownerName", t.expected,
        t.counted, t.counted - t.expected as difference, t.reason, t.answers, t.recorded_at, coalesce(t.pieces, '[]') as pieces
      from till_count t join person p on p.id = t.top_up_point_id
      where ${of.marketId ? 't.market_id = $1' : '$1::uuid is null'} and ${of.pointId ? 't.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (t.recorded_at, t.movement_id) < ($3, $4::uuid))
      order by t.recorded_at desc, t.movement_id desc limit $5`,
    values: [of.marketId, of.pointId, cursor?.at ?? null, cursor?.id ?? null, limit + 1],
  });
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.recorded_at, id: last._id }),
    ({ recorded_at, ...row }) => ({
      ...row,
      createAt: recorded_at.toISOString(),
    }),
  );
}

export async function readPayouts(
  session: Session,
  of: { marketId: MarketId | null; stallId: string | null },
  page: Page,
): Promise<PayoutPage> {
  const limit = page.limit ?? defaultPageSize;
  const cursor = readCursor(page.cursor);
  const { rows } = await session.query<Omit<Payout, 'createAt'> & { movement_id: string; recorded_at: Date }>(
    {
      name: 'payouts',
      text: `select o.movement_id, o.code as "codePago", o.stall_id as "estanteId", s.stall_name as "estanteName",
        o.amount as monto, o.owed_before - o.amount - coalesce(d.deducted, 0) as owed, o.note,
        coalesce(d.deductions, '[]') as deductions, coalesce(o.run_code, '') as "codeRun", o.recorded_at
      from payout o join person s on s.id = o.stall_id left join lateral (${deductionsOfPayout}) d on true
      where ${of.marketId ? 'o.market_id = $1' : '$1::uuid is null'} and ${of.stallId ? 'o.stall_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (o.recorded_at, o.movement_id) < ($3, $4::uuid))
      order by o.recorded_at desc, o.movement_id desc limit $5`,
      values: [of.marketId, of.stallId, cursor?.at ?? null, cursor?.id ?? null, limit + 1],
    },
  );
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.recorded_at, id: last.movement_id }),
    ({ movement_id: _id, recorded_at, ...row }) => ({
      ...row,
      createAt: recorded_at.toISOString(),
    }),
  );
}
