/** Lower case without accents, for `like`: "Luz Marína" is found by "marina". */
export function searchText(...parts: readonly string[]): string {
  return parts.join(' ').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** A pattern for `like` that contains what was typed, its wildcards escaped. */
export function containing(typed: string): string {
  return `%${searchText(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
