import { vi } from 'vitest';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import type { Database } from '#src/server/store/database.ts';

/**
 * Folds everything committed. One fold advances to the oldest running transaction, and may count one of
 * another database that ended between two looks, or that analyses a table: the next fold includes the rest.
 */
export async function foldAll(database: Database, timeZone: string, fold = foldDays): Promise<void> {
  await vi.waitUntil(
    async () => {
      await fold(database, timeZone);
      const { rowCount } = await database.query({
        text: `select 1 from ledger_day_cursor c where exists (select 1 from movement m where m.xid >= c.xid)`,
      });
      return rowCount === 0;
    },
    { timeout: 20_000 },
  );
}
