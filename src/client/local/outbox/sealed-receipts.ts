import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { SealedRow } from '#src/client/local/db/rows.ts';
import type { SyncEntry, SyncRequest } from '#src/contract/sync/schemas.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { maxHeldReceipts, type HeldReceipts, type KeptCopy } from '#src/protocol/recovery.ts';

/** Minimum retention of a sealed receipt, whatever copies the server has, ms. */
const keptMs = 90 * 86_400_000;

/**
 * Stores the server's final answers, inside the transaction that applies them. A later answer has a newer
 * seal; customer data that it omits is kept.
 */
export async function keepSealed(db: MoneyDb, rows: readonly SealedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const held = await db.sealed.bulkGet(rows.map(({ opId }) => opId));
  await db.sealed.bulkPut(rows.map((row, index) => ({ ...held[index], ...row })));
}

/** Shown with every call: a server that does not know it was restored. */
export async function newestSealed(db: MoneyDb): Promise<SyncRequest['lastSealed']> {
  const row = await db.sealed.orderBy('[epoch+position]').last();
  return row && { opId: row.opId, hash: row.hash, ...receiptIn(row) };
}

/**
 * Reported with every call: a server that lacks one of these receipts, or has another outcome, was restored.
 */
export async function heldReceipts(db: MoneyDb, epoch: number): Promise<HeldReceipts> {
  const within = db.sealed.where('[epoch+position]').between([epoch, 0], [epoch, Infinity]);
  const rows = await within.reverse().limit(maxHeldReceipts).toArray();
  const seqsOf = (isRefused: boolean): number[] =>
    rows.filter(({ state }) => (state === 'refused') === isRefused).map(({ seq }) => seq);
  return { accepted: seqsOf(false), refused: seqsOf(true) };
}

/**
 * Returns numbers answered before `epoch` that may have been judged again since, because a request kept by
 * the network or a rescue file carries no seal. Purchases that this device accepted are left out: their
 * acceptances are shown instead.
 */
export async function answeredBefore(db: MoneyDb, epoch: number): Promise<number[]> {
  const rows = await db.sealed.where('[epoch+position]').below([epoch, 0]).toArray();
  const statuses = await db.statuses.bulkGet(rows.map(({ opId }) => opId));
  return statuses.flatMap((status) => (status && status.offline?.kind !== 'accepted' ? [status.seq] : []));
}

/** Returns these entries with their sealed receipts and the customers that they name. */
export async function withSealed(
  db: MoneyDb,
  entries: readonly SyncEntry[],
  opIds: readonly OpId[],
): Promise<SyncEntry[]> {
  const rows = await getMany(db.sealed, opIds);
  return entries.map((entry, index) => {
    const row = rows[index];
    if (!row) return entry;
    const { registration } = row;
    return { ...(registration ? { registration } : {}), ...entry, sealed: receiptIn(row) };
  });
}

function receiptIn({ state, code, seal }: SealedRow) {
  return { state, ...(code === undefined ? {} : { code }), seal };
}

/**
 * Deletes old receipts of operations that the server has (`ackSeq`, no gaps). If it makes copies, only those
 * that a kept copy includes. `now`: server clock, ms.
 */
export async function pruneSealed(
  db: MoneyDb,
  now: number,
  server: { ackSeq: number; missing: readonly number[]; keptCopy: KeptCopy | undefined },
): Promise<void> {
  const { ackSeq, missing, keptCopy: copy } = server;
  if (missing.length > 0) return;
  const isCopied = ({ epoch, position }: SealedRow): boolean =>
    copy === undefined || epoch < copy.epoch || (epoch === copy.epoch && position <= copy.position);
  await db.sealed
    .where('storedAt')
    .below(now - keptMs)
    .and((row) => row.seq <= ackSeq && isCopied(row))
    .delete();
}
