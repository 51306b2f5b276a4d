import { Dexie, type DBCore, type DBCoreTransaction } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Plants } from '#lab/simulation/bugs/plants.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { Random } from './random.ts';

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
  plants: Plants;
};

/** A device's disk: committed data survives every tab. */
export function createDisk(): IDBFactory {
  return new IDBFactory();
}

export const diskOptions = (
  disk: IDBFactory,
): { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange } => ({
  indexedDB: disk,
  IDBKeyRange,
});

/**
 * Inserts the faults between the product's database and the disk. Every request of every table passes here.
 */
export function attachDisk(db: MoneyDb, access: DiskAccess, random: Random): void {
  const open = new Set<DBCoreTransaction>();
  const abortAll = (): void => {
    for (const transaction of open) abortQuietly(transaction);
    open.clear();
  };
  const before: Before = (transaction, isWrite) => {
    if (access.isGone()) return new TabGone();
    if (access.dieAtRequest !== null) {
      access.dieAtRequest -= 1;
      if (access.dieAtRequest <= 0) {
        access.dieAtRequest = null;
        abortAll();
        access.onDeath();
        return new TabGone();
      }
    }
    const fault =
      isWrite && access.isFull() ? named('QuotaExceededError') : drawFault(access.faults, isWrite, random);
    if (!fault) return null;
    access.onFault(fault.name);
    if (transaction) abortQuietly(transaction);
    if (fault.name === 'InvalidStateError')
      db.close({ disableAutoOpen: access.plants.keepsDeadHandle ?? false });
    return fault;
  };
  db.use({ stack: 'dbcore', name: 'disk', create: (core) => guarded(core, open, before, access.plants) });
}

/** Returns the fault that hits this request, or null. */
type Before = (transaction: DBCoreTransaction | undefined, isWrite: boolean) => Error | null;

function guarded(core: DBCore, open: Set<DBCoreTransaction>, before: Before, plants: Plants): DBCore {
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
          if (fault) return Dexie.Promise.reject(fault) as Promise<Answer>;
          const planted = plantedAnswer(plants, name, request, isWrite);
          return planted
            ? (Dexie.Promise.resolve(planted.answer as Answer) as Promise<Answer>)
            : work(request);
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

/** With a planted bug: the answer to a request that wrong code would omit or change. */
function plantedAnswer(
  { writesRow, hidesTable }: Plants,
  table: string,
  request: object,
  isWrite: boolean,
): { answer: unknown } | null {
  if (!isWrite && hidesTable?.(table)) {
    if ('key' in request) return { answer: undefined };
    return { answer: 'keys' in request ? [] : { result: [] } };
  }
  if (!isWrite || !writesRow || !('values' in request)) return null;
  const rows = (request.values as unknown[]).map((row) => writesRow(table, row));
  if (!rows.includes(null)) {
    Object.assign(request, { values: rows });
    return null;
  }
  return { answer: { numFailures: 0, failures: {}, lastResult: undefined, results: [] } };
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
