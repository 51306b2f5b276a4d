import Dexie, { type Table } from 'dexie';
import type { ServedCustomer, StoredList } from './cache-rows.ts';

/** What can be asked for again: the list of balances, and the customers this kiosk served. Relaxed durability is enough. */
export class CacheDb extends Dexie {
  declare lists: Table<StoredList, 'balances'>;
  declare customers: Table<ServedCustomer, string>;

  constructor(name = 'mercado-cache') {
    super(name, { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({ lists: 'id', customers: 'id, identificacion, servedAt' });
  }
}

/** The one handle of this tab. */
export const cacheDb = new CacheDb();
