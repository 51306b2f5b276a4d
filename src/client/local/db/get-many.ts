import type { Table } from 'dexie';
import type { OpId } from '#src/protocol/brands.ts';

/** Below this number, keys are read individually. */
const few = 20;
/** Reads the whole table when at least one row in this many is wanted. */
const share = 4;

/**
 * Returns the rows with these keys, in their order. In a browser each key costs a message to another process,
 * and a full outbox has thousands of rows: when most of a table is wanted, the whole table is read.
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
