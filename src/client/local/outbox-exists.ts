import { copyExists } from './second/copy-messages.ts';

/** The name of the money database; its only other place is the database itself, which is too heavy to ask. */
export const moneyDbName = 'mercado-dinero';

/** True when this device has written down operations before, here or in the second copy, or its browser does not say. Loads no database. */
export async function outboxExists(): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  const isThere = (await indexedDB.databases()).some(({ name }) => name === moneyDbName);
  return isThere || copyExists();
}
