import type { Session } from './database.ts';

/**
 * Inserts one row. Columns are the field names with underscores. The names come from the program, never from a caller.
 */
export async function insertRow(session: Session, table: string, row: object): Promise<void> {
  const columns = Object.keys(row).map(columnOf);
  await session.query({
    name: `insert-${table}`,
    text: `insert into ${table} (${columns.join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(row),
  });
}

/** Changes these fields of the row with this id, in the same way. */
export async function updateRow(session: Session, table: string, id: string, row: object): Promise<void> {
  const columns = Object.keys(row).map(columnOf);
  await session.query({
    name: `update-${table}`,
    text: `update ${table} set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')}
      where id = $1`,
    values: [id, ...Object.values(row)],
  });
}

/** Locks the row with this id until the end of the transaction. Rows that refer to it may still be inserted. */
export async function lockRow(session: Session, table: string, id: string): Promise<void> {
  await session.query({
    name: `lock-${table}`,
    text: `select 1 from ${table} where id = $1 for no key update`,
    values: [id],
  });
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL: a time as on the wire. */
export function isoOf(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
