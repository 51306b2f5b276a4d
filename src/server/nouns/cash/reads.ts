import type { Payout, PayoutPage } from '#src/contract/cash/schemas.ts';
import type { CashReceivedPage, CashReceivedRow } from '#src/contract/cash/till.ts';
import { toAmount, type Amount } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { ceilingOfPoint } from '#src/server/ledger/locked-till.ts';
import { withheldOfStall } from '#src/server/ledger/withheld.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { newestFirst, placeOf, type PageAsked } from '#src/server/store/records/paging.ts';

export type LastReceived = { received: Date | null; closed: Date | null };

/** Returns when each of these points last had cash received, and when its account was last closed. */
export async function readLastReceived(
  session: Session,
  points: readonly string[],
): Promise<Map<string, LastReceived>> {
  const { rows } = await session.query<LastReceived & { id: string }>({
    name: 'last-cash-received',
    text: `select p.id, max(r.recorded_at) as received, max(r.recorded_at) filter (where r.closes) as closed
      from unnest($1::uuid[]) as p (id) left join cash_received r on r.top_up_point_id = p.id group by p.id`,
    values: [points],
  });
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}

type Ceiling = { ceiling: Amount; isOwn: boolean };

/** Returns each point's ceiling for unreceived cash, smallest unit shown. */
export async function readCeilings(
  session: Session,
  points: readonly string[],
): Promise<Map<string, Ceiling>> {
  const { rows } = await session.query<Ceiling & { id: string }>({
    name: 'till-ceilings',
    text: `select p.id, ${ceilingOfPoint} as ceiling, p.till_ceiling is not null as "isOwn"
      from person p join market m on m.id = p.market_id where p.id = any ($1::uuid[])`,
    values: [points],
  });
  return new Map(rows.map(({ id, ...ceiling }) => [id, ceiling]));
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

/** Returns the withheld amounts of these stalls, smallest unit shown. */
export async function readWithheld(
  session: Session,
  stalls: readonly string[],
): Promise<Map<string, Amount>> {
  const { rows } = await session.query<{ id: string; withheld: Amount }>({
    name: 'withheld-of-stalls',
    text: `select s.id, ${withheldOfStall('s.id')} as withheld
      from unnest($1::uuid[]) as s (id)`,
    values: [stalls],
  });
  return new Map(rows.map(({ id, withheld }) => [id, withheld]));
}

export async function listCashReceived(
  { database }: { database: Database },
  actor: Actor,
  query: PageAsked & { topUpPointId?: string | undefined },
): Promise<CashReceivedPage> {
  const marketId = marketScope(actor);
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  const { limit, after } = placeOf(query);
  const { rows } = await database.query<
    Omit<CashReceivedRow, 'createAt' | 'left'> & { recorded_at: Date; from_till: Amount }
  >({
    name: 'cash-received',
    text: `select r.movement_id as "_id", r.top_up_point_id as "topUpPointId", p.owner_name as "ownerName", r.expected, r.received,
        r.closes, case when r.closes then r.received - r.expected else 0 end as difference, r.answers, r.recorded_at,
        case r.answers when 'MARKET' then r.expected else least(r.received, r.expected) end as from_till,
        coalesce(b.owner_name, '') as "byName", coalesce(r.pieces, '[]') as pieces
      from cash_received r join person p on p.id = r.top_up_point_id join movement m on m.id = r.movement_id
        left join person b on b.id = m.recorded_by
      where ${marketId ? 'r.market_id = $1' : '$1::uuid is null'} and ${pointId ? 'r.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (r.recorded_at, r.movement_id) < ($3, $4::uuid))
      order by r.recorded_at desc, r.movement_id desc limit $5`,
    values: [marketId, pointId, ...after, limit + 1],
  });
  return newestFirst(
    rows,
    limit,
    (last) => ({ at: last.recorded_at, id: last._id }),
    ({ recorded_at, from_till, ...row }) => ({
      ...row,
      left: toAmount(row.expected - from_till),
      createAt: recorded_at.toISOString(),
    }),
  );
}

export async function listPayouts(
  { database }: { database: Database },
  actor: Actor,
  query: PageAsked & { estanteId?: string | undefined },
): Promise<PayoutPage> {
  const marketId = marketScope(actor);
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  const { limit, after } = placeOf(query);
  const { rows } = await database.query<
    Omit<Payout, 'createAt'> & { movement_id: string; recorded_at: Date }
  >({
    name: 'payouts',
    text: `select o.movement_id, o.code as "codePago", o.stall_id as "estanteId", s.stall_name as "estanteName",
        o.amount as monto, o.owed_before - o.amount as owed, o.note,
        coalesce(o.run_code, '') as "codeRun", o.recorded_at
      from payout o join person s on s.id = o.stall_id
      where ${marketId ? 'o.market_id = $1' : '$1::uuid is null'} and ${stallId ? 'o.stall_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (o.recorded_at, o.movement_id) < ($3, $4::uuid))
      order by o.recorded_at desc, o.movement_id desc limit $5`,
    values: [marketId, stallId, ...after, limit + 1],
  });
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
