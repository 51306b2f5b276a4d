import { vi } from 'vitest';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import type { Database } from '#src/server/store/database.ts';

/**
 * Sums all that is committed. One fold goes up to the oldest transaction still running, and takes one for its own that another
 * database of the cluster ended between two looks, or that analyses a table: what it left is summed by the next.
 */
export async function foldAll(database: Database, timeZone: string, fold = foldDays): Promise<void> {
  await vi.waitUntil(
    async () => {
      await fold(database, timeZone);
      const { rowCount } = await database.query({
        text: `select 1 from ledger_day_cursor c where c.xid = 0 or exists (select 1 from movement m where m.xid >= c.xid)`,
      });
      return rowCount === 0;
    },
    { timeout: 20_000 },
  );
}
