import Dexie, { type Table } from 'dexie';

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

/** The list of balances as the server sent it. `asOf`: server clock, ms since 1970. */
type StoredList = { id: 'balances'; asOf: number; bytes: Uint8Array<ArrayBuffer> };

/** A customer this kiosk has served: enough to find and top up again without a link. `servedAt`: device clock, ms. */
export type ServedCustomer = {
  id: string;
  ownerName: string;
  identificacion: string;
  email: string;
  createAt: string;
  servedAt: number;
};
