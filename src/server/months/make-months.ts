import type { Database } from '#src/server/store/database.ts';

/** So many months after this one have their table: a server that nobody starts again for long goes on. */
const ahead = 3;

/**
 * Makes the tables of the months to come, where they are not there. Answers how many, and how many postings lie in the table of what fits
 * in none: their ids are of a clock that was far off, or months were not made in time. They count like every other.
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
