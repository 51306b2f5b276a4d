import type { Session } from '#src/server/store/database.ts';

/** All closed months: their names, the first id after them, and the number of archived postings. */
export type Closed = { names: string[]; until: string; postings: number };

/** Returns null when no month is closed. */
export async function readClosed(session: Session): Promise<Closed | null> {
  const { rows } = await session.query<Closed>({
    name: 'closed-of-audit',
    text: `select array_agg(name order by until) as names, max(until::text)::uuid as until, sum(postings)::bigint as postings
      from closed_month having count(*) > 0`,
  });
  return rows[0] ?? null;
}
