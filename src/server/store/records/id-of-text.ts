const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the text if it has the form of an id, otherwise null, which no row has. A statement that compared
 * `id::text` instead would read every row.
 */
export function idOfText(text: string | null): string | null {
  return text !== null && isId.test(text) ? text : null;
}
