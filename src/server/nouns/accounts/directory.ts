import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserListQuery, UserPage } from '#src/contract/accounts/user-list.ts';
import { accountStatuses, userTypes, type AccountStatus } from '#src/contract/accounts/user-type.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import type { Market, TopUpPoint } from '#src/contract/markets/schemas.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import type { MarketId } from '#src/protocol/brands.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  isInPart,
  readPeoplePage,
  valuesOfPart,
  type NamePart,
  type Read,
} from '#src/server/store/records/by-name.ts';
import type { SortedCursor } from '#src/server/store/records/paging.ts';
import { isCommon, isMeant, mostNamed } from '#src/server/store/records/people-named.ts';
import {
  toUser,
  peopleContaining,
  personColumns,
  personSorts,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import { mostWalked, sortedEndOfWalk } from '#src/server/store/records/walk.ts';
import { namedMarket } from './named-market.ts';
import { listMarkets, readTopUpPoints, readUser } from './reads.ts';

/** Lists and look-ups of people and markets. The market always comes from the actor, never from the request. */
export type DirectoryDeps = { database: Database; now: () => Date; timeZone: string };

/** Lists users; `query.globalMarketId` narrows the list. Another market's id is not found. */
export async function listUsers(
  deps: DirectoryDeps,
  actor: Actor,
  query: UserListQuery,
): Promise<Answer<UserPage>> {
  if (query.globalMarketId === undefined)
    return done(await readUserPage(deps.database, query, marketScope(actor)));
  const market = await namedMarket(deps, actor, query.globalMarketId);
  return market.ok ? done(await readUserPage(deps.database, query, market.value.id)) : market;
}

/**
 * Finds a user. A top-up point can find only customers, a market also its own stalls and points, and ADMIN
 * every user.
 */
export async function findUser(deps: DirectoryDeps, actor: Actor, wanted: string): Promise<Answer<User>> {
  const row = await readUser(deps.database, wanted, {
    customersOnly: actor.userType === 'RECARGA',
    marketId: marketScope(actor),
  });
  return row ? done(toUser(row)) : refuse('UNKNOWN_CUSTOMER');
}

export async function findMarket(deps: DirectoryDeps, actor: Actor, id: string): Promise<Answer<Market>> {
  const markets = await listMarkets(deps, actor);
  const market = markets.find((one) => one._id === id || one.globalMarketId === id);
  return market ? done(market) : refuse('NOT_FOUND');
}

/** `marketCode` is null for all that the actor may see. Another market's code returns an empty list. */
export async function listTopUpPoints(
  deps: DirectoryDeps,
  actor: Actor,
  marketCode: string | null,
): Promise<TopUpPoint[]> {
  const since = startOfToday(deps.now(), deps.timeZone);
  const points = await readTopUpPoints(deps.database, marketScope(actor), since);
  return marketCode === null ? points : points.filter((point) => point.globalMarketId === marketCode);
}

/** Counting stops here: with a whole region's customers a full count would be slow. */
const mostCounted = 1_000;

type UserRow = PersonRow & { sort_key: string };

/**
 * Returns a page of users: of the whole region when `marketId` is null, otherwise only stalls and top-up
 * points of that market.
 */
async function readUserPage(
  database: Database,
  query: UserListQuery,
  marketId: MarketId | null,
): Promise<UserPage> {
  const { limit = defaultPageSize, sort = 'recent' } = query;
  const types = typesOf(query, marketId);
  if (types.length === 0) return { items: [], nextCursor: null, ...countsOf([], 0) };
  const { by, key, read: readKey, isDescending } = personSorts[sort];
  const isDeleted = query.deleted === 'true';
  const ofWhom = `p.visible = ${isDeleted ? 'false' : 'true'} and ${marketId ? 'p.market_id = $1::uuid' : '$1::uuid is null'}`;
  const asked = [marketId, types, query.q ? peopleContaining(query.q) : null];
  const isWalked = query.q ? await isCommon(database, query.q) : false;
  const meant = query.q ? isMeant('$3', isWalked) : '$3::text[] is null';
  const order = [by, 'p.id'].map((one) => `${one} ${isDescending ? 'desc' : 'asc'}`).join(', ');
  // Planned anew for each search: a rare name is looked up by index, and a common one is soon found by
  // scanning the list.
  const named = (name: string): { name?: string } => (query.q ? {} : { name });
  const suffix = isDeleted ? '-deleted' : '';
  const read = async (part: NamePart, from: SortedCursor | null, most: number): Promise<Read<UserRow>> => {
    const values = [
      ...asked,
      query.status ?? null,
      from?.key ?? null,
      from?.id ?? null,
      ...valuesOfPart(part, query.q ?? ''),
    ];
    const scope = `p.user_type = t.type and ${ofWhom} and ${query.status ? 'p.status = $4' : '$4::text is null'}
      and ($5::text is null or (${by}, p.id) ${isDescending ? '<' : '>'} (${readKey('$5')}, $6::uuid)) ${isInPart(part, 7)}`;
    // One ordered subquery for each account type, which the list merges.
    const rowsOf = (columns: string, where: string, each: string): string =>
      `from unnest($2::text[]) as t (type) cross join lateral (select ${columns} from person p where ${where} order by ${order} limit ${each}) p`;
    const walked = rowsOf(
      'p.id, p.created_at, p.status, p.sort_name',
      `${scope} and $3::text[] is not null`,
      `${mostWalked.people + 1}`,
    );
    const walkedTo =
      isWalked && part !== 'begins'
        ? await sortedEndOfWalk(database, { rows: walked, key, order, values })
        : null;
    const next = values.length + 1;
    const end = `($${next}::text is null or (${by}, p.id) ${isDescending ? '>=' : '<='} (${readKey(`$${next}`)}, $${next + 1}::uuid))`;
    const { rows } = await database.query<UserRow>({
      ...named(`user-page-${sort}${suffix}`),
      text: `select ${personColumns}, ${key} as sort_key
        ${rowsOf('p.*', `${scope} and ${meant} and ${end}`, `$${next + 2}`)}
        left join market m on m.id = p.market_id order by ${order} limit $${next + 2}`,
      values: [...values, walkedTo?.key ?? null, walkedTo?.id ?? null, most],
    });
    return { rows, walkedTo };
  };
  const { shown, nextCursor } = await readPeoplePage({ ...query, sort }, limit, read);
  const most = query.q ? mostNamed : mostCounted;
  // The types and statuses are written out, so that each count is planned by how many rows it can have.
  const counts = types.flatMap((type) =>
    accountStatuses.map((status) => {
      // Almost all customers that a name finds are active: they are looked up, and the others, who are few, read.
      const isUsual = type === 'USUARIO' && status === 'APROBADO';
      const whom = query.q ? isMeant('$2', isWalked && !isUsual) : '$2::text[] is null';
      return `select '${status}' as status, count(*)::int as count from (select 1 from person p
        where p.user_type = '${type}' and p.status = '${status}' and ${ofWhom} and ${whom} limit $3) p`;
    }),
  );
  const counted = await database.query<{ status: AccountStatus; count: number }>({
    ...named(`user-counts-${query.userType ?? 'all'}${marketId ? '-of-market' : ''}${suffix}`),
    text: counts.join(' union all '),
    values: [marketId, query.q ? peopleContaining(query.q) : null, most + 1],
  });
  return { items: shown.map(toUser), nextCursor, ...countsOf(counted.rows, most) };
}

/** Returns the account types of the query; for a market only stalls and top-up points. */
function typesOf({ userType }: UserListQuery, marketId: MarketId | null): readonly string[] {
  const shown = marketId ? ['ESTANTE', 'RECARGA'] : userTypes;
  return userType === undefined ? shown : shown.filter((type) => type === userType);
}

/** Counts the accounts of each status up to `most`, and reports which counts stopped there. */
function countsOf(
  rows: readonly { status: AccountStatus; count: number }[],
  most: number,
): Pick<UserPage, 'counts' | 'more'> {
  const counts = { PENDIENTE: 0, APROBADO: 0, RECHAZADO: 0 };
  for (const { status, count } of rows) counts[status] += count;
  const more = accountStatuses.filter((status) => counts[status] > most);
  for (const status of more) counts[status] = most;
  return { counts, ...(more.length > 0 ? { more } : {}) };
}
