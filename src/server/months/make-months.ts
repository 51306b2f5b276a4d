import type { Database } from '#src/server/store/database.ts';

/** How many months ahead have their partition: a server that runs long without a restart continues. */
const ahead = 3;

/**
 * Makes the missing partitions of coming months. Returns how many, and how many postings are in the default partition:
 * their ids come from a clock that was far off, or months were not made in time. They count like every other.
 */
export async function makeMonths(database: Database): Promise<{ made: number; stray: number }> {
  const { rows } = await database.query<{ made: number }>({
    name: 'make-posting-months',
    text: 'select make_posting_months($1) as made',
    values: [ahead],
  });
  // Through the table of all: a running server has no right to one month.
  const { rows: others } = await database.query<{ stray: number }>({
    name: 'stray-postings',
    text: 'select postings_in_no_month() as stray',
  });
  return { made: rows[0]?.made ?? 0, stray: others[0]?.stray ?? 0 };
}
