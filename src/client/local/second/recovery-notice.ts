import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ServerConfigRow } from '#src/client/local/db/rows.ts';

export type RecoveryNotice = Omit<Extract<ServerConfigRow, { id: 'recovered' }>, 'id' | 'isSeen'>;

/** Adds the findings of a start to those not yet acknowledged. Damage is reported only once. */
export async function noteRecovery(db: MoneyDb, found: RecoveryNotice): Promise<void> {
  const row = await db.serverConfig.get('recovered');
  const held = row?.id === 'recovered' ? row : null;
  const isNew = found.count > 0 || found.damaged > (held?.damaged ?? 0) || found.dataLoss !== '';
  if (!isNew) return;
  const before = held?.isSeen === false ? held.count : 0;
  await db.serverConfig.put({ id: 'recovered', ...found, count: before + found.count, isSeen: false });
}

/** Returns null when the person has acknowledged everything restored. */
export async function readRecovery(db: MoneyDb): Promise<RecoveryNotice | null> {
  const row = await db.serverConfig.get('recovered');
  return row?.id === 'recovered' && !row.isSeen ? row : null;
}

export async function markRecoverySeen(db: MoneyDb): Promise<void> {
  const notice = db.serverConfig.where('id').equals('recovered');
  await notice.modify((row) => void Object.assign(row, { isSeen: true }));
}
