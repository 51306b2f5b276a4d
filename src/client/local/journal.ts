import type { SyncRequest } from '#src/contract/sync.ts';
import type { MoneyDb } from './money-db.ts';
import { openStates, recordedStates } from './operation.ts';

/** The end of this device's journal, and what of it is not settled: what the server is told with every call. */
export function readJournal(db: MoneyDb): Promise<SyncRequest['journal']> {
  return db.transaction('r', [db.device, db.fates, db.exposures], async () => {
    const [device, exposures, ...counts] = await Promise.all([
      db.device.get('self'),
      db.exposures.toArray(),
      ...[...openStates, ...recordedStates].map((state) => db.fates.where('state').equals(state).count()),
    ]);
    return {
      lastSeq: device?.lastSeq ?? 0,
      headHash: device?.headHash ?? '',
      openCount: counts.reduce((sum, count) => sum + count, 0),
      openSum: exposures.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}
