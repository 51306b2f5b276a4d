import Dexie, { type Table } from 'dexie';
import { moneyDbName } from './outbox-exists.ts';
import type { Fate, OperationLabel, StoredEnvelope } from './operation.ts';

/** The device's own row: who it is, and the end of its chain of operations. */
export type DeviceRow = {
  id: 'self';
  deviceId: string;
  lastSeq: number;
  headHash: string;
  clockOffset: number;
};

/** Who may send while there are no Web Locks: until `expiresAt` (device clock, ms) the tab `owner`. */
export type LeaseRow = { id: 'drain'; owner: string; expiresAt: number };

/**
 * Money on this device, apart from every cache, and durable: `strict` makes the browser flush to disk before it says
 * that a transaction is complete (about 2.5 ms each), so that "saved" survives a power cut. Schema changes only ever add.
 */
export class MoneyDb extends Dexie {
  declare envelopes: Table<StoredEnvelope, string>;
  declare fates: Table<Fate, string>;
  declare labels: Table<OperationLabel, string>;
  declare device: Table<DeviceRow, 'self'>;
  declare leases: Table<LeaseRow, 'drain'>;

  constructor(name = moneyDbName) {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      envelopes: 'opId, &seq',
      fates: 'opId, state, seq',
      labels: 'opId',
      device: 'id',
      leases: 'id',
    });
  }
}

/** The one handle of this tab. */
export const moneyDb = new MoneyDb();
