import type { SyncTransaction } from '#src/server/sync/ports/ports.ts';

/** Some verbs of a transaction, run ahead or deferred. `flush`: before the transaction commits. */
export type Prefetched<Names extends keyof SyncTransaction> = {
  port: Pick<SyncTransaction, Names>;
  flush(): Promise<void>;
};

/** Something was run ahead that was not to be run: the transaction is rolled back and run again in order. */
export class PrefetchMiss extends Error {}

/** A result for every key, null where nothing was found. */
export function remember<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Promise<Row | null>> {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(keys.map((key) => [key, Promise.resolve(found.get(key) ?? null)]));
}
