import type { Session } from '#src/server/store/database.ts';
import type { PageCursor, SortedCursor } from '#src/server/store/records/paging.ts';

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

/** Sorts before every id, so that the cursor lies before all rows of its time. */
const noId = '00000000-0000-0000-0000-000000000000';

type Walk = {
  most: number;
  /** SQL of the rows to scan, "from ... where ...", and the indexed column that orders them. */
  rows: string;
  by: string;
  values: readonly unknown[];
  /** Start of the scan. */
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
  // Rounded up to the next millisecond, the precision of a cursor. Rows of that millisecond belong to the
  // next scan.
  const at = new Date(last.at.getTime() + 1);
  // More rows share one millisecond than a scan covers, so the scan has to include all of them.
  return cursor !== null && at >= cursor.at ? null : { at, id: noId };
}

/** Like endOfWalk, for rows in the order of ids, which start with their time. */
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

/**
 * Like endOfWalk, for people in the order of a list: `key` as stored in a cursor, and `order` of the whole
 * list.
 */
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
