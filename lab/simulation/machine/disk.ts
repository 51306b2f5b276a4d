import { Dexie, type DBCore, type DBCoreTransaction } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import type { Random } from './random.ts';

/** A device's disk: committed data survives every tab. */
export type SimDisk = {
  /** Committed rows of a table, by key; valid only while nothing is running. */
  rows(table: string, database: string): readonly unknown[];
  /** A page's handle of the money database, with the faults of its access; null for none. */
  money(access: DiskAccess | null, random: Random): MoneyDb;
  cache(): CacheDb;
};

/** Thrown into code whose tab is gone, after which nothing may have an effect. */
export class TabGone extends Error {
  override readonly name = 'TabGone';
}

/** Faults of a tab's storage, each with its own probability per request. */
export type DiskFaults = {
  /** The browser drops the database's handle under the living page. */
  lostHandle: number;
  /** One request fails and rolls back its transaction. */
  abort: number;
  /** The disk is full. */
  quota: number;
};

/** One tab's access to its device's disk. */
export type DiskAccess = {
  isGone(): boolean;
  /** The tab dies at its n-th request from now; null while it lives. */
  dieAtRequest: number | null;
  onDeath(): void;
  faults: DiskFaults;
  isFull(): boolean;
  onFault(name: string): void;
};

type RawDatabase = {
  name: string;
  version: number;
  rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }>;
};
type Inside = { _databases: Map<string, RawDatabase> };

/** The product's own databases over fake-indexeddb. */
export function createDisk(): SimDisk {
  const factory = new IDBFactory();
  return {
    rows: (table, database) => {
      const inside = (factory as unknown as Inside)._databases.get(database);
      const store = inside?.rawObjectStores.get(table);
      return store ? [...store.records.values()].map(({ value }) => value) : [];
    },
    money: (access, random) => {
      const db = onDisk(factory, () => new MoneyDb('money'));
      if (access) attachFaults(db, access, random);
      return db;
    },
    cache: () => onDisk(factory, () => new CacheDb('cache')),
  };
}

function onDisk<Db>(factory: IDBFactory, open: () => Db): Db {
  const before = Dexie.dependencies;
  Dexie.dependencies = { ...before, indexedDB: factory, IDBKeyRange };
  try {
    return open();
  } finally {
    Dexie.dependencies = before;
  }
}

/** Inserts the faults between the product's database and the disk. Every request of every table passes here. */
function attachFaults(db: MoneyDb, access: DiskAccess, random: Random): void {
  db.use({ stack: 'dbcore', name: 'disk', create: (core) => guarded(core, db, access, random) });
}

function guarded(core: DBCore, db: MoneyDb, access: DiskAccess, random: Random): DBCore {
  // The page's transactions, which end with the page.
  const open = new Set<DBCoreTransaction>();
  return {
    ...core,
    transaction: (stores, mode, options) => {
      const transaction = core.transaction(stores, mode, options);
      open.add(transaction);
      const forget = (): void => void open.delete(transaction);
      const events = transaction as DBCoreTransaction & EventTarget;
      events.addEventListener('complete', forget);
      events.addEventListener('abort', forget);
      return transaction;
    },
    table: (name) => {
      const table = core.table(name);
      // No async function here: a native promise inside Dexie's own would end the transaction early.
      const guard =
        <Request extends { trans: DBCoreTransaction }, Answer>(
          work: (request: Request) => Promise<Answer>,
          isWrite = false,
        ) =>
        (request: Request): Promise<Answer> => {
          const fault = faultOf(db, access, random, open, request.trans, isWrite);
          return fault ? (Dexie.Promise.reject(fault) as Promise<Answer>) : work(request);
        };
      return {
        ...table,
        mutate: guard(table.mutate.bind(table), true),
        get: guard(table.get.bind(table)),
        getMany: guard(table.getMany.bind(table)),
        query: guard(table.query.bind(table)),
        openCursor: guard(table.openCursor.bind(table)),
        count: guard(table.count.bind(table)),
      };
    },
  };
}

/** Returns the fault that hits a request, or null. */
function faultOf(
  db: MoneyDb,
  access: DiskAccess,
  random: Random,
  open: Set<DBCoreTransaction>,
  transaction: DBCoreTransaction,
  isWrite: boolean,
): Error | null {
  if (access.isGone()) return new TabGone();
  if (access.dieAtRequest !== null) {
    access.dieAtRequest -= 1;
    if (access.dieAtRequest <= 0) {
      access.dieAtRequest = null;
      for (const one of open) abortQuietly(one);
      open.clear();
      access.onDeath();
      return new TabGone();
    }
  }
  const fault =
    isWrite && access.isFull() ? named('QuotaExceededError') : drawFault(access.faults, isWrite, random);
  if (!fault) return null;
  access.onFault(fault.name);
  abortQuietly(transaction);
  if (fault.name === 'InvalidStateError') db.close({ disableAutoOpen: false });
  return fault;
}

function drawFault(faults: DiskFaults, isWrite: boolean, random: Random): Error | null {
  if (random.chance(faults.lostHandle)) return named('InvalidStateError');
  if (!isWrite) return null;
  if (random.chance(faults.abort)) return named('AbortError');
  return random.chance(faults.quota) ? named('QuotaExceededError') : null;
}

function named(name: string): Error {
  return Object.assign(new Error(`simulated ${name}`), { name });
}

function abortQuietly(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // Already finished: committed data stays, as on a real disk.
    if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error;
  }
}
