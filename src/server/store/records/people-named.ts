import { readIdentification } from '#src/domain/identification.ts';
import type { Session } from '#src/server/store/database.ts';
import { isFoundByDocument, peopleContaining } from '#src/server/store/records/people.ts';

/** If more people match, scanning the newest rows finds their operations faster than a lookup. */
export const mostNamed = 300;

/**
 * `ids`: people whose rows are looked up. Null: so many people match that the newest rows soon contain one.
 */
export type Named = { ids: string[] | null; patterns: string[] };

/**
 * Returns the customers and stalls that match a search. Planned anew for each term, because the number of
 * matches decides the plan.
 */
export async function peopleNamed(session: Session, typed: string): Promise<Named> {
  const patterns = peopleContaining(typed);
  if (isShort(typed)) return { ids: null, patterns };
  const ids = await peopleOfDocument(session, typed);
  if (ids.length > 0) return { ids, patterns };
  const { rows } = await session.query<{ id: string }>({
    text: `select id from person where user_type in ('USUARIO', 'ESTANTE') and search_text like any ($1) limit $2`,
    values: [patterns, mostNamed + 1],
  });
  return { ids: rows.length > mostNamed ? null : rows.map(({ id }) => id), patterns };
}

/** SQL: rows whose customer matches the search, which is passed as one value ("$3"). */
export function isNamed(
  named: Named | null,
  value: string,
  { id, text }: { id: string; text: string },
): string {
  if (named === null) return `${value}::text[] is null`;
  return named.ids === null ? `${text} like any (${value}::text[])` : `${id} = any (${value}::uuid[])`;
}

/**
 * Returns the customers whose whole document was typed; usually none or one. The trigram index would read every number
 * that shares its digits, which are more with each customer.
 */
export async function peopleOfDocument(session: Session, typed: string): Promise<string[]> {
  if (!/^\s*\d[\d .-]{4,}$/.test(typed)) return [];
  const { rows } = await session.query<{ id: string }>({
    name: 'people-of-document',
    text: `select coalesce(d.merged_into, d.id) as id from person d
      where ${isFoundByDocument('d')} and d.document_number = $1 limit $2`,
    values: [readIdentification(typed).number, mostNamed],
  });
  return rows.map(({ id }) => id);
}

/** Returns whether so many people match that a list is scanned for them, instead of sorting them after a lookup. */
export async function isCommon(session: Session, typed: string): Promise<boolean> {
  if (isShort(typed)) return true;
  const { rows } = await session.query({
    text: 'select 1 from person where search_text like any ($1) limit $2',
    values: [peopleContaining(typed), mostNamed + 1],
  });
  return rows.length > mostNamed;
}

/**
 * SQL: people who match a search. `isWalked` prevents the use of the index, which would read all matches for
 * one page.
 */
export function isMeant(patterns: string, isWalked: boolean): string {
  return `${isWalked ? `(p.search_text || '')` : 'p.search_text'} like any (${patterns}::text[])`;
}

/** The trigram index cannot serve one or two letters; it would be read in full. */
function isShort(typed: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(typed);
}
