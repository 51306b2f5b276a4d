import { createFaults, plantedAnswer, type DiskAccess, type SimDisk } from '#lab/simulation/machine/disk.ts';
import type { Random } from '#lab/simulation/machine/random.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { StoredDatabases, type DatabaseSchema } from './connection.ts';
import type { Guard } from './guard.ts';
import { MemoryDb } from './memory-db.ts';
import { schemaOf } from './schema-of.ts';

const money = schemaOf(new MoneyDb('money'));
const cache = schemaOf(new CacheDb('cache'));

/** The databases of a device in memory: a day over them is the day over Dexie, several times as fast. */
export function createMemoryDisk(databases = new StoredDatabases()): SimDisk {
  const open = (name: string, schema: DatabaseSchema): MemoryDb => new MemoryDb(name, schema, databases);
  return {
    rows: (table, database) => databases.rows(database, table)?.list.map(({ value }) => value) ?? [],
    money: (access, random) => {
      const db = open('money', money);
      if (access) db.guard = guardOf(db, access, random);
      return db as unknown as MoneyDb;
    },
    cache: () => open('cache', cache) as unknown as CacheDb,
    copy: () => createMemoryDisk(databases.copy()),
  };
}

function guardOf(db: MemoryDb, access: DiskAccess, random: Random): Guard {
  const faults = createFaults(access, random, db.running, (options) => db.close(options));
  return (scope, table, request) => {
    const fault = faults(scope.disk, request.isWrite);
    return fault ? { fault } : plantedAnswer(access.plants, table, request, request.isWrite);
  };
}
