import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { moneyDbName } from './money-db-name.ts';
import type { OperationStatus, OperationLabel, StoredEnvelope } from './operation.ts';
import type {
  DeviceRow,
  Enrolment,
  Exposure,
  ServerConfigRow,
  KnownBalance,
  LeaseRow,
  Operator,
  RegistrationRow,
  RescuedEntry,
  SealedRow,
  SignatureRow,
} from './rows.ts';

/**
 * Money on this device, separate from every cache, and durable: `strict` makes the browser flush to disk
 * before it reports a transaction as complete (about 2.5 ms each), so that "saved" survives a power cut.
 * Dexie's cache is off, because it would show a write before the disk has it. Schema changes only ever add.
 */
export class MoneyDb extends Dexie {
  declare envelopes: Table<StoredEnvelope, OpId>;
  declare statuses: Table<OperationStatus, OpId>;
  declare labels: Table<OperationLabel, OpId>;
  declare device: Table<DeviceRow, 'self'>;
  declare leases: Table<LeaseRow, 'drain'>;
  declare signatures: Table<SignatureRow, OpId>;
  declare registrations: Table<RegistrationRow, OpId>;
  declare exposures: Table<Exposure, OpId>;
  declare balances: Table<KnownBalance, VoucherId>;
  declare enrolment: Table<Enrolment, 'self'>;
  declare operators: Table<Operator, string>;
  declare serverConfig: Table<ServerConfigRow, ServerConfigRow['id']>;
  declare rescued: Table<RescuedEntry, OpId>;
  declare sealed: Table<SealedRow, OpId>;

  constructor(name = moneyDbName, options: DexieOptions = {}) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options });
    this.version(1).stores({
      envelopes: 'opId, &seq',
      statuses: 'opId, state, seq',
      labels: 'opId',
      device: 'id',
      leases: 'id',
      signatures: 'opId',
      registrations: 'opId, clientId',
      exposures: 'opId, voucherId, kind',
      balances: 'voucherId, asOf',
      enrolment: 'id',
      operators: 'id',
      serverConfig: 'id',
      rescued: 'opId, state, deviceId',
      sealed: 'opId, [epoch+position], storedAt',
    });
  }
}

/** A row above 64 KiB would be stored in a separate file and bypass the log. */
const rowBytes = 50_000;
/** Together more than the 4 MiB that one log collects. */
const rowCount = 110;
const store = 'rows';

/**
 * Makes Chromium start a new log for the databases of this origin. A killed browser leaves a torn record at
 * the end of its log, and the next start appends behind it. The start after that considers the log damaged
 * and discards every database of the origin (measured: about one kill in ninety). An abandoned log is never
 * read again. Runs at every start, before the first write; other browsers have no such log. A crash in here
 * leaves rows that are never read and that the next start overwrites.
 */
export async function startNewLog(factory: IDBFactory = indexedDB): Promise<void> {
  const db = await opened(factory);
  try {
    const row = 'z'.repeat(rowBytes);
    await written(db, (rows) => {
      for (let key = 0; key < rowCount; key += 1) rows.put(row, key);
    });
    await written(db, (rows) => rows.clear());
  } finally {
    db.close();
  }
}

/** Only Chromium browsers report brands. */
export function reusesLogs(): boolean {
  return typeof navigator !== 'undefined' && 'userAgentData' in navigator;
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('mercado-relleno', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

function written(db: IDBDatabase, write: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(store, 'readwrite');
    write(transaction.objectStore(store));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not written')));
  });
}
