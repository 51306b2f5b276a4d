import { peopleContaining } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';

/** With more people of a name, what they did is found faster by looking through what was done last. */
export const mostNamed = 300;

/** `ids`: people whose rows are looked up. Null: so many have the name that the newest rows soon contain one. */
export type Named = { ids: string[] | null; patterns: string[] };

/** Customers and stalls that a search means. Planned for each name: how many have it decides how it is read. */
export async function peopleNamed(session: Session, typed: string): Promise<Named> {
  const patterns = peopleContaining(typed);
  if (isShort(typed)) return { ids: null, patterns };
  const { rows } = await session.query<{ id: string }>({
    text: `select id from person where user_type in ('USUARIO', 'ESTANTE') and search_text like any ($1) limit $2`,
    values: [patterns, mostNamed + 1],
  });
  return { ids: rows.length > mostNamed ? null : rows.map(({ id }) => id), patterns };
}

/** SQL: rows whose customer a search means, by the one value that it is given as ("$3"). */
export function isNamed(
  named: Named | null,
  value: string,
  { id, text }: { id: string; text: string },
): string {
  if (named === null) return `${value}::text[] is null`;
  return named.ids === null ? `${text} like any (${value}::text[])` : `${id} = any (${value}::uuid[])`;
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

/** SQL: people whom a search means. Walked: by no index, which would read all of that name for one page. */
export function isMeant(patterns: string, isWalked: boolean): string {
  return `${isWalked ? `(p.search_text || '')` : 'p.search_text'} like any (${patterns}::text[])`;
}

/** One or two letters in a row are in no index: it would be read whole. */
function isShort(typed: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(typed);
}
