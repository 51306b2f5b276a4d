import { defaultPageSize } from '#src/contract/limits.ts';

/** Place in a list ordered by time and id, newest first; opaque on the wire. */
export type PageCursor = { at: Date; id: string };
/** Place in a list ordered by a text and an id; opaque on the wire. */
export type SortedCursor = { key: string; id: string };

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const byTime = new RegExp(`^(20\\d\\d-\\S{1,25}) (${uuid})$`);
const byText = new RegExp(`^(${uuid}) ([^\\0]*)$`, 's');

/** The cursor was not written by this server. This is the caller's error, a 400. */
export class InvalidCursor extends Error {
  readonly statusCode = 400;
}

export function writeCursor(cursor: PageCursor): string {
  return Buffer.from(`${cursor.at.toISOString()} ${cursor.id}`).toString('base64url');
}

/** A page of a list, as asked for: an opaque cursor, absent for the first. */
export type PageAsked = { limit?: number | undefined; cursor?: string | undefined };

/**
 * Returns the place of a page in a list that is newest first: `after` are the time and the id after which it begins, both
 * null for the first. Throws InvalidCursor.
 */
export function placeOf({ limit = defaultPageSize, cursor: text }: PageAsked) {
  const cursor = readCursor(text);
  return { limit, cursor, after: [cursor?.at ?? null, cursor?.id ?? null] as const };
}

/** Returns null for the first page. Throws InvalidCursor. */
export function readCursor(text: string | undefined): PageCursor | null {
  if (text === undefined) return null;
  const [, moment = '', id] = byTime.exec(decoded(text)) ?? [];
  const at = new Date(moment);
  if (id === undefined || Number.isNaN(at.getTime())) throw new InvalidCursor();
  return { at, id };
}

export function writeSortedCursor({ key, id }: SortedCursor): string {
  return Buffer.from(`${id} ${key}`).toString('base64url');
}

/** Returns null for the first page. Throws InvalidCursor. */
export function readSortedCursor(text: string | undefined): SortedCursor | null {
  if (text === undefined) return null;
  const [, id, key] = byText.exec(decoded(text)) ?? [];
  if (id === undefined || key === undefined) throw new InvalidCursor();
  return { id, key };
}

/**
 * Returns the rows of a page and the cursor of the next. The caller reads one row more than a page, to know
 * whether there is a next page.
 */
export function pageOfRows<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { shown: rows.slice(0, limit), nextCursor: last === undefined ? null : cursorOf(last) };
}

/** A row of such a list, with its place in it. */
export type Dated<Item> = Omit<Item, '_id' | 'createAt'> & PageCursor;

/**
 * Returns a page of a list that is newest first. `walkedTo`: end of a scan that stopped early; a page that is not full
 * continues from there.
 */
export function newestFirst<Row extends PageCursor, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Omit<Row, keyof PageCursor>, createAt: string, id: string) => Item,
  walkedTo: PageCursor | null = null,
): { items: Item[]; nextCursor: string | null } {
  const { shown, nextCursor } = pageOfRows(rows, limit, writeCursor);
  const items = shown.map(({ at, id, ...row }) => toItem(row, at.toISOString(), id));
  return { items, nextCursor: nextCursor ?? (walkedTo && writeCursor(walkedTo)) };
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}

/** SQL: a text in lower case without accents, in the same order on every engine and locale. */
export function plainOrder(text: string): string {
  return `translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun') collate "C"`;
}

/** Returns the text in lower case without accents, for `like`: "marina" finds "Luz Marína". */
export function searchText(...parts: readonly string[]): string {
  return parts.join(' ').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Returns a `like` pattern that contains the typed text, with its wildcards escaped. */
export function containing(typed: string): string {
  return `%${searchText(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the text as an id, or null, which no row has. A statement that compared `id::text` instead would read every
 * row.
 */
export function idOfText(text: string | null): string | null {
  const id = text?.trim().toLowerCase() ?? '';
  return isId.test(id) ? id : null;
}
