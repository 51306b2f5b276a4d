import type { Session } from './database.ts';

/**
 * Inserts one row. Columns are the field names with underscores. The names come from the program, never from a caller.
 */
export async function insertRow(session: Session, table: string, row: object): Promise<void> {
  const columns = Object.keys(row).map((name) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
  await session.query({
    name: `insert-${table}`,
    text: `insert into ${table} (${columns.join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(row),
  });
}
