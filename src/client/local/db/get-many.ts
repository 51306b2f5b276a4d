import type { Table } from 'dexie';
import type { OpId } from '#src/contract/brands.ts';

/** Fewer keys than this are read one by one. */
const few = 20;
/** The whole table is read when at least one row in this many is wanted. */
const share = 4;

/**
 * The rows with these keys, in their order. In a browser every single key costs a message from another process, and a full
 * outbox has thousands of rows: when most of a table is wanted, it is read as a whole.
 */
export async function getMany<Row extends { opId: OpId }>(
  table: Table<Row, OpId>,
  keys: readonly OpId[],
): Promise<(Row | undefined)[]> {
  const isSmall = keys.length < few || (await table.count()) > keys.length * share;
  if (isSmall) return table.bulkGet([...keys]);
  const rows = new Map((await table.toArray()).map((row) => [row.opId, row]));
  return keys.map((key) => rows.get(key));
}
