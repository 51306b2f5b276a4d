import type { Database } from '#src/server/store/database.ts';

/** Rows shown by a call, and the table and index pages it read, from memory or disk. */
export type Cost = { rows: number; pages: number; ms: number; walks?: number | undefined };

/** Repetitions of a call: the first makes plans, and other work may disturb one of the others. */
const times = 4;

/**
 * Returns the lowest cost of the call. `database` has one connection per lane, so that the pages read are
 * exact.
 */
export async function costOf(database: Database, call: () => Promise<number>): Promise<Cost> {
  let least: Cost | null = null;
  for (let time = 0; time < times; time += 1) {
    const before = await readPages(database);
    const startedAt = performance.now();
    const rows = await call();
    const ms = performance.now() - startedAt;
    const pages = (await readPages(database)) - before;
    if (least === null || pages < least.pages) least = { rows, pages, ms };
  }
  if (least === null) throw new Error('nothing was measured');
  return least;
}

async function readPages(database: Database): Promise<number> {
  for (const lane of ['money', 'read'] as const)
    await database.query({ text: 'select pg_stat_force_next_flush()' }, lane);
  const { rows } = await database.query<{ pages: number }>({
    text: `select (blks_hit + blks_read)::bigint as pages from pg_stat_database where datname = current_database()`,
  });
  return rows[0]?.pages ?? 0;
}
