import type { Table } from 'dexie';

/** Below this many keys each is asked for by itself. */
const few = 20;
/** The whole table is read when at least one row in so many is wanted. */
const share = 4;

/**
 * The rows with these keys, in their order. A browser answers every single key with a message from another process, and a
 * full outbox has thousands: where most of a table is wanted, all of it is read with one question.
 */
export async function getMany<Row extends { opId: string }>(
  table: Table<Row, string>,
  keys: readonly string[],
): Promise<(Row | undefined)[]> {
  const isSmall = keys.length < few || (await table.count()) > keys.length * share;
  if (isSmall) return table.bulkGet([...keys]);
  const rows = new Map((await table.toArray()).map((row) => [row.opId, row]));
  return keys.map((key) => rows.get(key));
}
