const idPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const isId = new RegExp(idPattern);

/**
 * Returns the text if it has the form of an id, otherwise null, which no row has. A statement that compared
 * `id::text` instead would read every row.
 */
export function idOfText(text: string | null): string | null {
  return text !== null && isId.test(text) ? text : null;
}

/** SQL: the same for a text of the statement. */
export function idOfSqlText(text: string): string {
  return `case when ${text} ~ '${idPattern}' then (${text})::uuid end`;
}
