import type { SyncTransaction } from '#src/server/sync/ports.ts';

/** Some verbs of a transaction, done ahead of their time or kept for later. `flush`: before the transaction commits. */
export type Prefetched<Names extends keyof SyncTransaction> = {
  port: Pick<SyncTransaction, Names>;
  flush(): Promise<void>;
};

/** What was done ahead of its time was not to be done: the transaction is taken back and done again in order. */
export class PrefetchMiss extends Error {}

/** Every key asked for has an answer in it, null where nothing was found. */
export function remember<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Promise<Row | null>> {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return new Map(keys.map((key) => [key, Promise.resolve(found.get(key) ?? null)]));
}
