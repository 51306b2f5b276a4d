import { defaultPageSize } from '#src/contract/limits.ts';
import type { AccountStatus } from '#src/contract/accounts/user-type.ts';
import type { UserListQuery, UserPage } from '#src/contract/accounts/user.ts';
import type { Database } from '#src/server/store/database.ts';
import { containing, readSortedCursor, writeSortedCursor } from '#src/server/store/paging.ts';
import {
  personColumns,
  personSorts,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/people.ts';

/** null `marketId`: the whole region. Otherwise only stalls and top-up points of that market. */
export async function readUserPage(
  database: Database,
  query: UserListQuery,
  marketId: string | null,
): Promise<UserPage> {
  const limit = query.limit ?? defaultPageSize;
  const cursor = readSortedCursor(query.cursor);
  const sort = query.sort ?? 'recent';
  const { key, isDescending } = personSorts[sort];
  const isDeleted = query.deleted === 'true';
  const filter = [marketId, query.userType ?? null, query.q ? containing(query.q) : null];
  const where = `p.visible = ${isDeleted ? 'false' : 'true'}
    and ($1::uuid is null or (p.market_id = $1 and p.user_type in ('ESTANTE', 'RECARGA')))
    and ($2::text is null or p.user_type = $2)
    and ($3::text is null or p.search_text like $3)`;
  const suffix = isDeleted ? '-deleted' : '';
  const { rows } = await database.query<PersonRow & { sort_key: string }>({
    name: `user-page-${sort}${suffix}`,
    text: `select ${personColumns}, ${key} as sort_key from ${personTables} where ${where}
      and ($4::text is null or p.status = $4)
      and ($5::text is null or (${key}, p.id) ${isDescending ? '<' : '>'} ($5, $6::uuid))
      order by ${key} ${isDescending ? 'desc' : 'asc'}, p.id ${isDescending ? 'desc' : 'asc'} limit $7`,
    values: [...filter, query.status ?? null, cursor?.key ?? null, cursor?.id ?? null, limit + 1],
  });
  const counted = await database.query<{ status: AccountStatus; count: number }>({
    name: `user-counts${suffix}`,
    text: `select p.status, count(*)::int as count from person p where ${where} group by p.status`,
    values: filter,
  });
  const counts = { PENDIENTE: 0, APROBADO: 0, RECHAZADO: 0 };
  for (const row of counted.rows) counts[row.status] = row.count;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(toUser),
    nextCursor: last ? writeSortedCursor({ key: last.sort_key, id: last.id }) : null,
    counts,
  };
}

/**
 * One account by id, identification or email. `marketId` null: any account; `customersOnly`: USUARIO alone; otherwise
 * customers and the market's own. An identification comes before an email.
 */
export async function readUser(
  database: Database,
  wanted: string,
  scope: { customersOnly: boolean; marketId: string | null },
): Promise<PersonRow | null> {
  const { rows } = await database.query<PersonRow>({
    name: 'one-user',
    text: `select ${personColumns} from ${personTables}
      where p.visible and (p.id::text = $1 or (p.user_type = 'USUARIO' and lower(p.identificacion) = $1)
        or (p.email <> '' and lower(p.email) = $1))
      and (p.user_type = 'USUARIO' or (not $2::boolean and ($3::uuid is null or p.market_id = $3)))
      order by (p.id::text = $1) desc, (p.user_type = 'USUARIO') desc, p.created_at limit 1`,
    values: [wanted.trim().toLowerCase(), scope.customersOnly, scope.marketId],
  });
  return rows[0] ?? null;
}
