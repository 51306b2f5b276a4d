import type { Stall } from '#src/contract/stall.ts';
import type { Database } from '#src/server/store/database.ts';
import { readStalls } from '#src/server/store/market-reads.ts';

/** Stalls that sell: approved ones of approved markets; of one market by its code. Public. */
export function listStalls(deps: { database: Database }, marketCode: string | null): Promise<Stall[]> {
  return readStalls(deps.database, marketCode);
}
