import type { Database } from '#src/server/store/database.ts';

/** Number of months ahead that have a partition, so that a server can run for long without a restart. */
const ahead = 3;

/**
 * Creates the missing partitions of coming months. Returns their number, and the number of postings in the
 * default partition: their ids come from a clock that was far off, or partitions were not created in time.
 * Such postings count like all others.
 */
export async function makeMonths(database: Database): Promise<{ made: number; stray: number }> {
  const { rows } = await database.query<{ made: number }>({
    name: 'make-posting-months',
    text: 'select make_posting_months($1) as made',
    values: [ahead],
  });
  // Counted by a database function, because a running server has no rights on single partitions.
  const { rows: others } = await database.query<{ stray: number }>({
    name: 'stray-postings',
    text: 'select postings_in_no_month() as stray',
  });
  return { made: rows[0]?.made ?? 0, stray: others[0]?.stray ?? 0 };
}
