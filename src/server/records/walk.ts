import type { PageCursor, SortedCursor } from '#src/server/records/paging.ts';
import type { Session } from '#src/server/store/database.ts';

/**
 * How many of the newest rows one answer scans for a rare match. The answer says where to continue, so that no answer
 * reads a whole history.
 */
export const mostWalked = {
  purchases: 5_000,
  topUps: 1_000,
  vouchers: 1_000,
  points: 5_000,
  people: 1_000,
  decisions: 1_000,
};

/** Before every id: what is older than a time, whichever ids the rows of that time have. */
const noId = '00000000-0000-0000-0000-000000000000';

type Walk = {
  most: number;
  /** the rows to scan: "from ... where ...", and the column whose order an index has them in */
  rows: string;
  by: string;
  values: readonly unknown[];
  /** where it begins */
  cursor: PageCursor | null;
};

/** Returns where this answer's scan ends, inclusive, or null at the beginning of the history. */
export async function endOfWalk(
  session: Session,
  { rows, by, values, cursor, most }: Walk,
): Promise<PageCursor | null> {
  const { rows: found } = await session.query<{ at: Date }>({
    text: `select ${by} as at ${rows} order by ${by} desc offset ${most} limit 1`,
    values,
  });
  const [last] = found;
  if (!last) return null;
  // Whole milliseconds, as a cursor keeps them: a row of that one is looked at next time.
  const at = new Date(last.at.getTime() + 1);
  // So many of one millisecond that there is no way on but through all of them.
  return cursor !== null && at >= cursor.at ? null : { at, id: noId };
}

/** The same of rows in the order of ids, which begin with their time. */
export async function idEndOfWalk(
  session: Session,
  { rows, by, values, most }: Walk,
): Promise<PageCursor | null> {
  const { rows: found } = await session.query<{ id: string }>({
    text: `select ${by} as id ${rows} order by ${by} desc offset ${most} limit 1`,
    values,
  });
  const [last] = found;
  return last ? { at: new Date(), id: last.id } : null;
}

/** The same of people in the order of a list: its `key`, as a cursor keeps it, and `order` of the whole. */
export async function sortedEndOfWalk(
  session: Session,
  { rows, key, order, values }: { rows: string; key: string; order: string; values: readonly unknown[] },
): Promise<SortedCursor | null> {
  const { rows: found } = await session.query<SortedCursor>({
    text: `select ${key} as key, p.id ${rows} order by ${order} offset ${mostWalked.people} limit 1`,
    values,
  });
  return found[0] ?? null;
}
