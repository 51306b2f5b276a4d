import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { copyExists } from '#src/client/local/second/copy-messages.ts';

/**
 * Returns true when this device has stored operations before, here or in the second copy, or when its browser
 * cannot tell. Loads no database.
 */
export async function outboxExists(): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  const isThere = (await indexedDB.databases()).some(({ name }) => name === moneyDbName);
  return isThere || copyExists();
}
