import { answeringFactory } from '#src/client/local/db/answering-factory.ts';
import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { MoneyDb, reusesLogs, startNewLog } from '#src/client/local/db/money-db.ts';
import { copyExists } from '#src/client/local/second/copy-messages.ts';

let dataLoss = '';

/** This tab's only handle. A disk that rejects the new log also rejects the next sale, which reports it. */
export const moneyDb = new MoneyDb(moneyDbName, {
  indexedDB: answeringFactory(indexedDB, (why) => {
    dataLoss = why;
  }),
});
if (reusesLogs()) moneyDb.on('ready', () => startNewLog().catch(() => undefined), true);
// Runs before any other access: a journal that lost its end would reuse its numbers.
moneyDb.on('ready', recoverAtStart);

/**
 * Uses a separate handle, because this one opens only when it is done. Only a device of the market has a copy, and
 * what reads it among its files: without them nothing opens.
 */
async function recoverAtStart(): Promise<void> {
  if (!(await copyExists())) return;
  const { recoverLost, secondCopy } = await import('./browser-second-copy.ts');
  const db = new MoneyDb();
  await recoverLost(db, secondCopy, Date.now(), dataLoss).catch(() => undefined);
  db.close();
}
