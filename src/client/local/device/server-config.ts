import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ServerConfigRow } from '#src/client/local/db/rows.ts';
import type { KeySet, OfflineLimits } from '#src/protocol/keys.ts';

export async function readLimits(db: MoneyDb): Promise<OfflineLimits | null> {
  const row = await db.serverConfig.get('limits');
  return row?.id === 'limits' ? row.value : null;
}

export async function readKeySet(db: MoneyDb): Promise<KeySet | null> {
  const row = await db.serverConfig.get('keys');
  return row?.id === 'keys' ? row.value : null;
}

export async function storeLimits(db: MoneyDb, limits: OfflineLimits): Promise<void> {
  await db.serverConfig.put({ id: 'limits', value: limits });
}

export async function storeKeySet(db: MoneyDb, keys: KeySet): Promise<void> {
  await db.serverConfig.put({ id: 'keys', value: keys });
}

export type SyncStatus = Omit<Extract<ServerConfigRow, { id: 'spoken' }>, 'id'>;

export async function readSyncStatus(db: MoneyDb): Promise<SyncStatus> {
  const row = await db.serverConfig.get('spoken');
  if (row?.id === 'spoken') return row;
  return {
    reportedAt: 0,
    pulledAt: 0,
    isReportOwed: true,
    isPullOwed: true,
    listAsOf: 0,
    fullListAsOf: 0,
    heardAsOf: 0,
  };
}

export async function updateSyncStatus(db: MoneyDb, change: Partial<SyncStatus>): Promise<void> {
  await db.transaction('rw', db.serverConfig, async () => {
    await db.serverConfig.put({ ...(await readSyncStatus(db)), ...change, id: 'spoken' });
  });
}

/** Returns the epoch of the server's database as last reported; 0 before the first report. */
export async function readEpoch(db: MoneyDb): Promise<number> {
  const row = await db.serverConfig.get('epoch');
  return row?.id === 'epoch' ? row.number : 0;
}

/**
 * Stores the server's epoch. A restored server has another balance list than the one stored here, so that is
 * fetched next. Returns true for a new epoch.
 */
export async function noteEpoch(db: MoneyDb, number: number): Promise<boolean> {
  const before = await readEpoch(db);
  if (before === number) return false;
  await db.serverConfig.put({ id: 'epoch', number });
  if (before !== 0) await updateSyncStatus(db, { isPullOwed: true });
  return true;
}
