import type { Database } from '#src/server/store/database.ts';

/** What a call showed, and the pages of tables and indexes it read to do so, from memory or from the disk. */
export type Cost = { rows: number; pages: number; ms: number; walks?: number | undefined };

/** How often a call is made: the first makes plans, and something else may happen beside one of the others. */
const times = 4;

/** The least that the call costs. `database` has one connection in each lane, so that what was read is known to the page. */
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
