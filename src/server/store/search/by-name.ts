import {
  pageOfRows,
  readSortedCursor,
  searchText,
  type SortedCursor,
  writeSortedCursor,
} from '#src/server/store/paging.ts';

/** Of a list in the order of names: who is called as was typed comes before whose name has it in it. */
export type NamePart = 'all' | 'begins' | 'contains';

/** After every text that begins with what stands before it, in the order of bytes. */
const last = '\u{10FFFF}';

/**
 * SQL: the part of a search in the order of `p.sort_name`, by two more values from `$first` on. Names that begin with what was typed lie beside each
 * other in the order of the list, however many more have it somewhere in them: the list need not be walked to reach them.
 */
export function isInPart(part: NamePart, first: number): string {
  if (part === 'all') return '';
  const begins = `p.sort_name >= $${first}::text and p.sort_name < $${first + 1}::text`;
  return part === 'begins' ? `and ${begins}` : `and not (${begins})`;
}

export function valuesOfPart(part: NamePart, typed: string): string[] {
  const name = searchText(typed);
  return part === 'all' ? [] : [name, name + last];
}

type Read<Row> = (part: NamePart, cursor: SortedCursor | null, most: number) => Promise<Row[]>;

/** A page of people, at most `limit`: a search in the order of names by its parts, everything else by `read` alone. */
export async function readPeoplePage<Row extends { id: string; sort_key: string }>(
  { q, cursor, sort }: { q?: string | undefined; cursor?: string | undefined; sort: string },
  limit: number,
  read: Read<Row>,
): Promise<{ shown: Row[]; nextCursor: string | null }> {
  const place = readSortedCursor(cursor);
  const isByParts = q !== undefined && q !== '' && sort === 'name';
  const rows = await (isByParts ? readByParts(place, limit + 1, read) : read('all', place, limit + 1));
  return pageOfRows(rows, limit, (last) => writeSortedCursor({ key: last.sort_key, id: last.id }));
}

/** Rows of a page, from the first part and then from the second; a row's `sort_key` says to which it belongs. */
async function readByParts<Row extends { sort_key: string }>(
  cursor: SortedCursor | null,
  most: number,
  read: Read<Row>,
): Promise<Row[]> {
  const marked = (rows: Row[], mark: string): Row[] =>
    rows.map((row) => ({ ...row, sort_key: mark + row.sort_key }));
  const isPast = cursor !== null && cursor.key.startsWith('1');
  const place = cursor && { ...cursor, key: cursor.key.slice(1) };
  const first = isPast ? [] : marked(await read('begins', place, most), '0');
  if (first.length >= most) return first;
  const rest = await read('contains', isPast ? place : null, most - first.length);
  return [...first, ...marked(rest, '1')];
}
