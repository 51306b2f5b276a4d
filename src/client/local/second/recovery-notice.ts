import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ServerConfigRow } from '#src/client/local/db/rows.ts';

export type RecoveryNotice = Omit<Extract<ServerConfigRow, { id: 'recovered' }>, 'id' | 'isSeen'>;

/** Adds what one start found to what nobody has read yet. Damage that was told once is not told again. */
export async function noteRecovery(db: MoneyDb, found: RecoveryNotice): Promise<void> {
  const row = await db.held.get('recovered');
  const held = row?.id === 'recovered' ? row : null;
  const isNew = found.count > 0 || found.damaged > (held?.damaged ?? 0) || found.dataLoss !== '';
  if (!isNew) return;
  const before = held?.isSeen === false ? held.count : 0;
  await db.held.put({ id: 'recovered', ...found, count: before + found.count, isSeen: false });
}

/** null when the person has read about all that came back. */
export async function readRecovery(db: MoneyDb): Promise<RecoveryNotice | null> {
  const row = await db.held.get('recovered');
  return row?.id === 'recovered' && !row.isSeen ? row : null;
}

export async function markRecoverySeen(db: MoneyDb): Promise<void> {
  await db.transaction('rw', db.held, async () => {
    const row = await db.held.get('recovered');
    if (row?.id === 'recovered') await db.held.put({ ...row, isSeen: true });
  });
}
