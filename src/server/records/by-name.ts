import {
  pageOfRows,
  readSortedCursor,
  searchText,
  type SortedCursor,
  writeSortedCursor,
} from '#src/server/records/paging.ts';

/**
 * Order of a name search: names that start with the term, then names that contain it, each in list order.
 */
export type NamePart = 'all' | 'begins' | 'before' | 'after';

/** After every text that begins with what stands before it, in the order of bytes. */
const last = '\u{10FFFF}';

/**
 * SQL: the part of a search in the order of `p.sort_name`, by two more values from `$first` on. Names that begin with
 * the term are neighbours in the list, however many more contain it, so no scan is needed to reach or to pass them.
 */
export function isInPart(part: NamePart, first: number): string {
  const [from, to] = [`$${first}::text`, `$${first + 1}::text`];
  if (part === 'begins') return `and p.sort_name >= ${from} and p.sort_name < ${to}`;
  if (part === 'before') return `and p.sort_name < ${from} and ${to} is not null`;
  return part === 'after' ? `and p.sort_name >= ${to} and ${from} is not null` : '';
}

export function valuesOfPart(part: NamePart, typed: string): string[] {
  const name = searchText(typed);
  return part === 'all' ? [] : [name, name + last];
}

/** Rows of a part. `walkedTo`: so far was looked through and no further, at a row that is among those looked at. */
export type Read<Row> = { rows: Row[]; walkedTo: SortedCursor | null };
type Reading<Row> = (part: NamePart, cursor: SortedCursor | null, most: number) => Promise<Read<Row>>;

/** A page of people, at most `limit`: a search in the order of names by its parts, everything else by `read` alone. */
export async function readPeoplePage<Row extends { id: string; sort_key: string }>(
  { q, cursor, sort }: { q?: string | undefined; cursor?: string | undefined; sort: string },
  limit: number,
  read: Reading<Row>,
): Promise<{ shown: Row[]; nextCursor: string | null }> {
  const place = readSortedCursor(cursor);
  const isByParts = q !== undefined && q !== '' && sort === 'name';
  const { rows, walkedTo } = await (isByParts
    ? readByParts(place, limit + 1, read)
    : read('all', place, limit + 1));
  const { shown, nextCursor } = pageOfRows(rows, limit, (last) =>
    writeSortedCursor({ key: last.sort_key, id: last.id }),
  );
  return { shown, nextCursor: nextCursor ?? (walkedTo && writeSortedCursor(walkedTo)) };
}

/** Rows of a page, from one part after the other; a row's `sort_key` says whether its name begins with what was typed. */
async function readByParts<Row extends { sort_key: string }>(
  cursor: SortedCursor | null,
  most: number,
  read: Reading<Row>,
): Promise<Read<Row>> {
  const isPast = cursor !== null && cursor.key.startsWith('1');
  const place = cursor && { ...cursor, key: cursor.key.slice(1) };
  const rows: Row[] = [];
  for (const [part, mark] of [
    ['begins', '0'],
    ['before', '1'],
    ['after', '1'],
  ] as const) {
    if (part === 'begins' && isPast) continue;
    const from = (mark === '1') === isPast ? place : null;
    const found = await read(part, from, most - rows.length);
    rows.push(...found.rows.map((row) => ({ ...row, sort_key: mark + row.sort_key })));
    const walkedTo = found.walkedTo && { ...found.walkedTo, key: mark + found.walkedTo.key };
    if (rows.length >= most || walkedTo) return { rows, walkedTo };
  }
  return { rows, walkedTo: null };
}
