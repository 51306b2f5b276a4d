/** Place in a list ordered by a text and an id; opaque on the wire. */
export type SortedCursor = { key: string; id: string };

export function writeSortedCursor({ key, id }: SortedCursor): string {
  return Buffer.from(`${id} ${key}`).toString('base64url');
}

/** null: not a cursor of ours. */
export function readSortedCursor(text: string): SortedCursor | null {
  const match = /^([0-9a-f-]{36}) ([^\0]*)$/s.exec(Buffer.from(text, 'base64url').toString('utf8'));
  return match?.[1] === undefined || match[2] === undefined ? null : { id: match[1], key: match[2] };
}

/** SQL: a text in lower case without accents, in the same order on every engine, whatever its locale. */
export function plainOrder(text: string): string {
  return `translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun') collate "C"`;
}
