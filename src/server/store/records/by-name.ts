import {
  pageOfRows,
  readSortedCursor,
  searchText,
  type SortedCursor,
  writeSortedCursor,
} from '#src/server/store/records/paging.ts';

/**
 * Order of a name search: names that start with the term, then names that contain it, each in list order.
 */
export type NamePart = 'all' | 'begins' | 'before' | 'after';

/** Sorts after every text that starts with the preceding text, in byte order. */
const last = '\u{10FFFF}';

/**
 * SQL: one part of a search in the order of `p.sort_name`, with two more values from `$first` on. Names that
 * start with the term are adjacent in the list, however many others contain it, so reaching or passing them
 * needs no scan.
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

/** Rows of a part. `walkedTo`: inclusive end of the scan when it stopped early. */
export type Read<Row> = { rows: Row[]; walkedTo: SortedCursor | null };
type Reading<Row> = (part: NamePart, cursor: SortedCursor | null, most: number) => Promise<Read<Row>>;

/**
 * Returns a page of at most `limit` people: a name search in name order by its parts, everything else by one
 * `read`.
 */
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

/**
 * Returns the rows of a page, from one part after the other. A row's `sort_key` records whether its name
 * starts with the typed text.
 */
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
