import type { SyncRequest } from '#src/contract/sync.ts';
import type { MoneyDb } from './money-db.ts';
import { openStates, recordedStates } from './operation.ts';

/** The end of this device's journal, and what of it is not settled: what the server is told with every call. */
export async function readJournal(db: MoneyDb): Promise<SyncRequest['journal']> {
  const device = await db.device.get('self');
  const counts = await Promise.all(
    [...openStates, ...recordedStates].map((state) => db.fates.where('state').equals(state).count()),
  );
  const exposures = await db.exposures.toArray();
  return {
    lastSeq: device?.lastSeq ?? 0,
    headHash: device?.headHash ?? '',
    openCount: counts.reduce((sum, count) => sum + count, 0),
    openSum: exposures.reduce((sum, { amount }) => sum + amount, 0),
  };
}
