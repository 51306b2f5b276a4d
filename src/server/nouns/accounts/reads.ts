import type { DecisionPage, DecisionQuery, DecisionRow } from '#src/contract/accounts/decision.ts';
import { userTypes } from '#src/contract/accounts/user-type.ts';
import type { Market, TopUpPoint } from '#src/contract/markets/schemas.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import { possibleNit, readIdentification } from '#src/domain/identification.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import type { Database } from '#src/server/store/database.ts';
import { idOfText, containing, newestFirst, placeOf, type Dated } from '#src/server/store/records/paging.ts';
import {
  isActive,
  isFoundByDocument,
  personColumns,
  personTables,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import { endOfWalk, mostWalked } from '#src/server/store/records/walk.ts';
import { isoOf } from '#src/server/store/rows.ts';

/**
 * Returns one account by id, identification or email. `marketId` is null for any account; otherwise only
 * customers and the market's own are found. `customersOnly`: only USUARIO. An identification takes precedence
 * over an email. A number of another document type, or one that may be a NIT, is found if only one customer
 * has it.
 */
export async function readUser(
  database: Database,
  wanted: string,
  scope: { customersOnly: boolean; marketId: MarketId | null },
): Promise<PersonRow | null> {
  const document = readIdentification(wanted);
  const { rows } = await database.query<PersonRow>({
    name: 'one-user',
    text: `select ${personColumns} from ${personTables}
      where p.visible and p.id in (
          select i.id from person i where i.id = $6::uuid
          union all select e.id from person e where e.visible and e.email <> '' and lower(e.email) = $1
            and e.user_type = any ($7::text[])
          union all select coalesce(d.merged_into, d.id) from person d
            where ${isFoundByDocument('d')} and d.document_number = $4 and (d.document_type = $5 or not exists (select 1
              from person o where o.visible and o.user_type = 'USUARIO' and o.document_number = $4
                and o.id <> coalesce(d.merged_into, d.id))))
      and (p.user_type = 'USUARIO' or (not $2::boolean and ($3::uuid is null or p.market_id = $3)))
      order by (p.id = $6::uuid) desc nulls last, (p.user_type = 'USUARIO') desc, (lower(p.identificacion) = $1) desc,
        p.created_at limit 1`,
    values: [
      wanted.trim().toLowerCase(),
      scope.customersOnly,
      scope.marketId,
      document.number,
      possibleNit(wanted) === null ? document.type : '',
      idOfText(wanted),
      userTypes,
    ],
  });
  return rows[0] ?? null;
}

/** Lists approved stalls of approved markets, or of one market by its code. Public. */
export async function listStalls(
  { database }: { database: Database },
  marketCode: string | null,
): Promise<Stall[]> {
  const { rows } = await database.query<Stall>({
    name: 'stalls',
    text: `select s.id as "_id", s.stall_name as "estanteName", m.code as "globalMarketId", m.name as "marketName"
      from person s join market m on m.id = s.market_id join person g on g.id = m.id
      where s.user_type = 'ESTANTE' and ${isActive('s')} and ${isActive('g')}
        and ($1::text is null or m.code = $1)
      order by m.name, s.stall_name, s.id`,
    values: [marketCode],
  });
  return rows;
}

/** Returns approved top-up points with their top-ups since `since`, or of the whole region when `marketId` is null. */
export async function readTopUpPoints(
  database: Database,
  marketId: MarketId | null,
  since: Date,
): Promise<TopUpPoint[]> {
  const { rows } = await database.query<TopUpPoint>({
    name: 'top-up-points',
    text: `select p.id as "_id", p.owner_name as "ownerName", m.code as "globalMarketId", m.name as "marketName",
        coalesce(sum(t.amount), 0)::bigint as "todayTotal", count(t.movement_id)::int as "todayCount"
      from person p join market m on m.id = p.market_id
      left join top_up t on t.top_up_point_id = p.id and t.recorded_at >= $2
      where p.user_type = 'RECARGA' and ${isActive('p')} and ($1::uuid is null or p.market_id = $1)
      group by p.id, p.owner_name, m.code, m.name order by m.name, p.owner_name, p.id`,
    values: [marketId, since],
  });
  return rows;
}

/** Lists markets that are not deleted: all for ADMIN, their own for others. */
export async function listMarkets({ database }: { database: Database }, actor: Actor): Promise<Market[]> {
  const { rows } = await database.query<Market>({
    name: 'markets',
    text: `select m.id as "_id", m.name as "marketName", m.code as "globalMarketId", g.owner_name as "ownerName",
        ${isoOf('m.created_at')} as "createAt"
      from market m join person g on g.id = m.id
      where ${isActive('g')} and ($1::uuid is null or m.id = $1) order by m.name, m.id`,
    values: [marketScope(actor)],
  });
  return rows;
}

/** Lists decisions, newest first: a market's own, or all for ADMIN. */
export async function listDecisions(
  { database }: { database: Database },
  actor: Actor,
  query: DecisionQuery,
): Promise<DecisionPage> {
  const marketId = marketScope(actor);
  const { limit, cursor, after } = placeOf(query);
  const scope = `${marketId === null ? '$1::uuid is null' : 'd.market_id = $1'}
        and ${query.actorId ? 'd.actor_id = $2' : '$2::uuid is null'}
        and ($3::timestamptz is null or d.recorded_at >= $3) and ($4::timestamptz is null or d.recorded_at < $4)
        and ($5::timestamptz is null or (d.recorded_at, d.id) < ($5, $6::uuid))`;
  const values = [marketId, query.actorId ?? null, query.from ?? null, query.to ?? null, ...after];
  const walk = { rows: `from decision d where ${scope}`, by: 'd.recorded_at', values, cursor };
  const end = query.kind ? await endOfWalk(database, { ...walk, most: mostWalked.decisions }) : null;
  const { rows } = await database.query<Dated<DecisionRow>>({
    // Planned anew for each search, because the number of matching decisions determines the plan.
    ...(query.q ? {} : { name: marketId === null ? 'decisions' : 'decisions-of-market' }),
    text: `select d.id, d.kind, d.actor_id as "actorId", coalesce(a.owner_name, '') as "actorName",
        coalesce(a.user_type, '') as "actorType", coalesce(m.name, '') as "marketName", d.device_id as "deviceId",
        json_build_object('type', d.subject_type, 'id', d.subject_id, 'name', d.subject_name) as subject, d.before, d.after,
        d.recorded_at as at
      from decision d left join person a on a.id = d.actor_id left join market m on m.id = d.market_id
      where ${scope} and ($7::text is null or d.kind = $7)
        and ${query.q ? 'd.search_text like $8' : '$8::text is null'}
        and ${end === null ? '$10::timestamptz is null' : 'd.recorded_at >= $10'}
      order by d.recorded_at desc, d.id desc limit $9`,
    values: [...values, query.kind ?? null, query.q ? containing(query.q) : null, limit + 1, end?.at ?? null],
  });
  return newestFirst(rows, limit, (row, createAt, _id) => ({ ...row, _id, createAt }), end);
}
