import { Dexie, type DBCore, type DBCoreTransaction } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { createFaults, type DiskAccess, type Faults, type SimDisk } from './disk.ts';
import type { Random } from './random.ts';

type RawDatabase = {
  name: string;
  version: number;
  rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }>;
};
type Inside = { _databases: Map<string, RawDatabase> };

/** The product's own databases over fake-indexeddb. */
export function createDexieDisk(): SimDisk {
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
  const open = new Set<DBCoreTransaction>();
  const faults = createFaults(access, random, open, (options) => db.close(options));
  db.use({ stack: 'dbcore', name: 'disk', create: (core) => guarded(core, open, faults) });
}

function guarded(core: DBCore, open: Set<DBCoreTransaction>, before: Faults): DBCore {
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
          const fault = before(request.trans, isWrite);
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
