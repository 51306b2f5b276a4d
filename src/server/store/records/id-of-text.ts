const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the text as an id, or null, which no row has. A statement that compared `id::text` instead would read every
 * row.
 */
export function idOfText(text: string | null): string | null {
  const id = text?.trim().toLowerCase() ?? '';
  return isId.test(id) ? id : null;
}
