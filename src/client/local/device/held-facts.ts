import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { HeldRow } from '#src/client/local/rows.ts';
import type { KeySet, OfflineLimits } from '#src/contract/device.ts';

export async function readLimits(db: MoneyDb): Promise<OfflineLimits | null> {
  const row = await db.held.get('limits');
  return row?.id === 'limits' ? row.value : null;
}

export async function readKeySet(db: MoneyDb): Promise<KeySet | null> {
  const row = await db.held.get('keys');
  return row?.id === 'keys' ? row.value : null;
}

export async function holdLimits(db: MoneyDb, limits: OfflineLimits): Promise<void> {
  await db.held.put({ id: 'limits', value: limits });
}

export async function holdKeySet(db: MoneyDb, keys: KeySet): Promise<void> {
  await db.held.put({ id: 'keys', value: keys });
}

export type Spoken = Omit<Extract<HeldRow, { id: 'spoken' }>, 'id'>;

export async function readSpoken(db: MoneyDb): Promise<Spoken> {
  const row = await db.held.get('spoken');
  if (row?.id === 'spoken') return row;
  return {
    reportedAt: 0,
    pulledAt: 0,
    isReportOwed: true,
    isPullOwed: true,
    listAsOf: 0,
    fullListAsOf: 0,
  };
}

export async function noteSpoken(db: MoneyDb, change: Partial<Spoken>): Promise<void> {
  await db.transaction('rw', db.held, async () => {
    await db.held.put({ ...(await readSpoken(db)), ...change, id: 'spoken' });
  });
}
