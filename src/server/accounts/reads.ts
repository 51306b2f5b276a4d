import type { MarketId } from '#src/contract/brands.ts';
import { readIdentification } from '#src/domain/identification.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { userTypes, type AccountStatus } from '#src/contract/accounts/user-type.ts';
import type { UserListQuery, UserPage } from '#src/contract/accounts/user-list.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  containing,
  idIn,
  readCursor,
  writeCursor,
  pageOfRows,
  type SortedCursor,
} from '#src/server/store/paging.ts';
import {
  peopleContaining,
  personColumns,
  personSorts,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/people.ts';
import { isInPart, readPeoplePage, valuesOfPart, type NamePart } from '#src/server/store/search/by-name.ts';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { Market, TopUpPoint } from '#src/contract/markets/market.ts';
import { isActive } from '#src/server/store/active-person.ts';
import type { DecisionPage, DecisionQuery, DecisionRow } from '#src/contract/accounts/decision.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';

type UserRow = PersonRow & { sort_key: string };

/** null `marketId`: the whole region. Otherwise only stalls and top-up points of that market. */
export async function readUserPage(
  database: Database,
  query: UserListQuery,
  marketId: MarketId | null,
): Promise<UserPage> {
  const limit = query.limit ?? defaultPageSize;
  const sort = query.sort ?? 'recent';
  const { by, key, read: readKey, isDescending } = personSorts[sort];
  const isDeleted = query.deleted === 'true';
  const filter = [marketId, query.userType ?? null, query.q ? peopleContaining(query.q) : null];
  const where = `p.visible = ${isDeleted ? 'false' : 'true'}
    and ${marketId ? `p.market_id = $1::uuid and p.user_type in ('ESTANTE', 'RECARGA')` : '$1::uuid is null'}
    and ${query.userType ? 'p.user_type = $2' : '$2::text is null'}
    and ${query.q ? 'p.search_text like any ($3::text[])' : '$3::text[] is null'}`;
  // Planned for each search: a name that few have is looked up, one that many have is met soon in the order of the list.
  const named = (name: string): { name?: string } => (query.q ? {} : { name });
  const suffix = isDeleted ? '-deleted' : '';
  const read = async (part: NamePart, from: SortedCursor | null, most: number): Promise<UserRow[]> => {
    const { rows } = await database.query<UserRow>({
      ...named(`user-page-${sort}${suffix}`),
      text: `select ${personColumns}, ${key} as sort_key from ${personTables} where ${where}
      and ($4::text is null or p.status = $4)
      and ($5::text is null or (${by}, p.id) ${isDescending ? '<' : '>'} (${readKey('$5')}, $6::uuid))
      ${isInPart(part, 8)}
      order by ${by} ${isDescending ? 'desc' : 'asc'}, p.id ${isDescending ? 'desc' : 'asc'} limit $7`,
      values: [
        ...filter,
        query.status ?? null,
        from?.key ?? null,
        from?.id ?? null,
        most,
        ...valuesOfPart(part, query.q ?? ''),
      ],
    });
    return rows;
  };
  const counted = await database.query<{ status: AccountStatus; count: number }>({
    ...named(`user-counts${suffix}`),
    text: `select p.status, count(*)::int as count from person p where ${where} group by p.status`,
    values: filter,
  });
  const counts = { PENDIENTE: 0, APROBADO: 0, RECHAZADO: 0 };
  for (const row of counted.rows) counts[row.status] = row.count;
  const { shown, nextCursor } = await readPeoplePage({ ...query, sort }, limit, read);
  return {
    items: shown.map(toUser),
    nextCursor,
    counts,
  };
}

/**
 * One account by id, identification or email. `marketId` null: any account; `customersOnly`: USUARIO alone; otherwise
 * customers and the market's own. An identification comes before an email; a number of another type than was said is
 * found where only one customer has it.
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
          union all select d.id from person d where d.visible and d.user_type = 'USUARIO' and d.document_number = $4
            and (d.document_type = $5 or not exists (select 1
              from person o where o.visible and o.user_type = 'USUARIO' and o.document_number = $4 and o.id <> d.id)))
      and (p.user_type = 'USUARIO' or (not $2::boolean and ($3::uuid is null or p.market_id = $3)))
      order by (p.id = $6::uuid) desc nulls last, (p.user_type = 'USUARIO') desc, (lower(p.identificacion) = $1) desc,
        p.document_clash, p.created_at limit 1`,
    values: [
      wanted.trim().toLowerCase(),
      scope.customersOnly,
      scope.marketId,
      document.number,
      document.type,
      idIn(wanted),
      userTypes,
    ],
  });
  return rows[0] ?? null;
}

/** Approved stalls of approved markets; `marketCode` null: of the whole region. */
export async function readStalls(database: Database, marketCode: string | null): Promise<Stall[]> {
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

/** Approved top-up points with what they took since `since`; `marketId` null: of the whole region. */
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

/** Markets that are not deleted; `marketId`: that one alone. */
export async function readMarkets(database: Database, marketId: MarketId | null): Promise<Market[]> {
  const { rows } = await database.query<Omit<Market, 'createAt'> & { created_at: Date }>({
    name: 'markets',
    text: `select m.id as "_id", m.name as "marketName", m.code as "globalMarketId", g.owner_name as "ownerName",
        m.created_at
      from market m join person g on g.id = m.id
      where ${isActive('g')} and ($1::uuid is null or m.id = $1) order by m.name, m.id`,
    values: [marketId],
  });
  return rows.map(({ created_at, ...market }) => ({ ...market, createAt: created_at.toISOString() }));
}

type Row = Omit<DecisionRow, 'createAt' | 'subject'> & {
  subject_type: string;
  subject_id: string;
  subject_name: string;
  recorded_at: Date;
};

/** A market reads its own; ADMIN all. */
export function listDecisions(
  deps: { database: Database },
  actor: Actor,
  query: DecisionQuery,
): Promise<DecisionPage> {
  return readDecisionPage(deps.database, marketScope(actor), query);
}

/** Decisions, newest first; `marketId` null: of the whole region. */
async function readDecisionPage(
  database: Database,
  marketId: MarketId | null,
  query: DecisionQuery,
): Promise<DecisionPage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readCursor(query.cursor);
  const { rows } = await database.query<Row>({
    // Planned for each search: how many decisions have the word decides how they are read.
    ...(query.q ? {} : { name: marketId === null ? 'decisions' : 'decisions-of-market' }),
    text: `select d.id as "_id", d.kind, d.actor_id as "actorId", coalesce(a.owner_name, '') as "actorName",
        coalesce(a.user_type, '') as "actorType", coalesce(m.name, '') as "marketName", d.device_id as "deviceId",
        d.subject_type, d.subject_id, d.subject_name, d.before, d.after, d.recorded_at
      from decision d left join person a on a.id = d.actor_id left join market m on m.id = d.market_id
      where ${marketId === null ? '$1::uuid is null' : 'd.market_id = $1'}
        and ($2::text is null or d.kind = $2) and ($3::uuid is null or d.actor_id = $3)
        and ($4::timestamptz is null or d.recorded_at >= $4) and ($5::timestamptz is null or d.recorded_at < $5)
        and ${query.q ? 'd.search_text like $6' : '$6::text is null'}
        and ($7::timestamptz is null or (d.recorded_at, d.id) < ($7, $8::uuid))
      order by d.recorded_at desc, d.id desc limit $9`,
    values: [
      marketId,
      query.kind ?? null,
      query.actorId ?? null,
      query.from ?? null,
      query.to ?? null,
      query.q ? containing(query.q) : null,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit + 1,
    ],
  });
  const { shown, nextCursor } = pageOfRows(rows, limit, (last) =>
    writeCursor({ at: last.recorded_at, id: last._id }),
  );
  return {
    items: shown.map(({ subject_type, subject_id, subject_name, recorded_at, ...row }) => ({
      ...row,
      subject: { type: subject_type, id: subject_id, name: subject_name },
      createAt: recorded_at.toISOString(),
    })),
    nextCursor,
  };
}
