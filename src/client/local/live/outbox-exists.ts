import { moneyDbName } from '#src/client/local/db/money-db-name.ts';
import { copyExists } from '#src/client/local/second/copy-messages.ts';

/** True when this device has written down operations before, here or in the second copy, or its browser does not say. Loads no database. */
export async function outboxExists(): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  const isThere = (await indexedDB.databases()).some(({ name }) => name === moneyDbName);
  return isThere || copyExists();
}
