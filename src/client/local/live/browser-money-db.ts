import { answeringFactory } from '#src/client/local/db/answering-factory.ts';
import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { MoneyDb, reusesLogs, startNewLog } from '#src/client/local/db/money-db.ts';
import { copyExists } from '#src/client/local/second/copy-messages.ts';
import { recoverLost } from '#src/client/local/second/recover.ts';
import { createSecondCopy } from '#src/client/local/second/second-copy.ts';

/** The second copy of this browser. */
export const secondCopy = createSecondCopy(openCopyWorker);

let dataLoss = '';

/** This tab's only handle. A disk that rejects the new log also rejects the next sale, which reports it. */
export const moneyDb = new MoneyDb(moneyDbName, {
  indexedDB: answeringFactory(indexedDB, (why) => {
    dataLoss = why;
  }),
});
if (reusesLogs()) moneyDb.on('ready', () => startNewLog().catch(() => undefined), true);
// Runs before any other access: a journal that lost its end would reuse its numbers.
moneyDb.on('ready', () => recoverAtStart().catch(() => undefined));

/** Uses a separate handle, because this one opens only when it is done. */
async function recoverAtStart(): Promise<void> {
  if (!(await copyExists())) return;
  const db = new MoneyDb();
  try {
    await recoverLost(db, secondCopy, Date.now(), dataLoss);
  } finally {
    db.close();
  }
}

/**
 * Returns null when this browser has no private files that a worker can flush (before Chrome 102, Firefox
 * 111, Safari 15.4).
 */
function openCopyWorker(): Worker | null {
  const hasFiles = 'storage' in navigator && 'getDirectory' in navigator.storage;
  if (typeof Worker === 'undefined' || !hasFiles || !('locks' in navigator)) return null;
  return new Worker(new URL('../second/copy-worker.ts', import.meta.url), { type: 'module' });
}
