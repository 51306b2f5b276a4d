import type { Payout, PayoutPage } from '#src/contract/cash/schemas.ts';
import type { CashReceivedPage, CashReceivedRow, Till } from '#src/contract/cash/till.ts';
import type { Amount } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { ceilingOfPoint } from '#src/server/ledger/locked-till.ts';
import { withheldOfStall } from '#src/server/ledger/withheld.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { newestFirst, placeOf, type Dated, type PageAsked } from '#src/server/store/records/paging.ts';
import { isoOf } from '#src/server/store/rows.ts';

/**
 * Returns the tills of these points, in the order of their names, besides the cash that the ledger expects. One statement
 * for all points of a market: each sum is read by its own index, from its own moment.
 */
export async function readTills(
  session: Session,
  points: readonly string[],
): Promise<Omit<Till, 'expected'>[]> {
  const { rows } = await session.query<Omit<Till, 'expected'>>({
    name: 'tills',
    text: `select p.id as "topUpPointId", p.owner_name as "ownerName", ${ceilingOfPoint} as ceiling,
        p.till_ceiling is not null as "isOwnCeiling", ${movesSince('last.received', 'top_up')} as "topUps",
        ${movesSince('last.received', 'top_up_void', `paid_from = 'TILL' and`)} as "topUpVoids",
        ${movesSince('last.closed', 'till_float')} as floats, ${isoOf('last.received')} as "lastReceivedAt"
      from person p join market m on m.id = p.market_id cross join lateral (
        select max(r.recorded_at) as received, max(r.recorded_at) filter (where r.closes) as closed
        from cash_received r where r.top_up_point_id = p.id) as last
      where p.id = any ($1::uuid[]) order by p.search_text, p.id`,
    values: [points],
  });
  return rows;
}

/** SQL: what the point `p` moved since that time, or ever. */
function movesSince(since: string, table: string, only = ''): string {
  return `(select json_build_object('count', count(*), 'total', coalesce(sum(amount), 0)) from ${table}
    where ${only} top_up_point_id = p.id and recorded_at > coalesce(${since}, '-infinity'))`;
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
  const { rows } = await database.query<Dated<CashReceivedRow>>({
    name: 'cash-received',
    text: `select r.movement_id as id, r.top_up_point_id as "topUpPointId", p.owner_name as "ownerName", r.expected, r.received,
        r.closes, case when r.closes then r.received - r.expected else 0 end as difference, r.answers, r.recorded_at as at,
        r.expected - case r.answers when 'MARKET' then r.expected else least(r.received, r.expected) end as left,
        coalesce(b.owner_name, '') as "byName", coalesce(r.pieces, '[]') as pieces
      from cash_received r join person p on p.id = r.top_up_point_id join movement m on m.id = r.movement_id
        left join person b on b.id = m.recorded_by
      where ${marketId ? 'r.market_id = $1' : '$1::uuid is null'} and ${pointId ? 'r.top_up_point_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (r.recorded_at, r.movement_id) < ($3, $4::uuid))
      order by r.recorded_at desc, r.movement_id desc limit $5`,
    values: [marketId, pointId, ...after, limit + 1],
  });
  return newestFirst(rows, limit, (row, createAt, _id) => ({ ...row, _id, createAt }));
}

export async function listPayouts(
  { database }: { database: Database },
  actor: Actor,
  query: PageAsked & { estanteId?: string | undefined },
): Promise<PayoutPage> {
  const marketId = marketScope(actor);
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  const { limit, after } = placeOf(query);
  const { rows } = await database.query<Dated<Payout>>({
    name: 'payouts',
    text: `select o.movement_id as id, o.code as "codePago", o.stall_id as "estanteId", s.stall_name as "estanteName",
        o.amount as monto, o.owed_before - o.amount as owed, o.note,
        coalesce(o.run_code, '') as "codeRun", o.recorded_at as at
      from payout o join person s on s.id = o.stall_id
      where ${marketId ? 'o.market_id = $1' : '$1::uuid is null'} and ${stallId ? 'o.stall_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or (o.recorded_at, o.movement_id) < ($3, $4::uuid))
      order by o.recorded_at desc, o.movement_id desc limit $5`,
    values: [marketId, stallId, ...after, limit + 1],
  });
  return newestFirst(rows, limit, (row, createAt) => ({ ...row, createAt }));
}
