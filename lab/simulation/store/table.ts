import { Collection } from './collection.ts';
import type { Key } from './keys.ts';
import type { MemoryDb } from './memory-db.ts';
import { diskError } from './rows.ts';
import type { Scope } from './scope.ts';
import type { TableCore } from './table-core.ts';
import { runPutOff } from './ticks.ts';
import { Where } from './where.ts';
import { zoneNow } from './zone.ts';

/** The part of Dexie's table that the product uses. */
export class MemoryTable {
  readonly name: string;
  readonly db: MemoryDb;
  readonly core: TableCore;
  /** Its transaction, for a table inside of one. */
  private readonly scope: Scope | null;

  constructor(db: MemoryDb, core: TableCore, scope: Scope | null = null) {
    this.db = db;
    this.core = core;
    this.name = core.name;
    this.scope = scope;
  }

  /** Runs one step in the transaction of the calling code, or in a separate one. */
  run<Value>(
    mode: 'readonly' | 'readwrite',
    work: (scope: Scope) => Promise<Value>,
    locks = false,
  ): Promise<Value> {
    return runPutOff(() => this.runNow(mode, work, locks));
  }

  private runNow<Value>(
    mode: 'readonly' | 'readwrite',
    work: (scope: Scope) => Promise<Value>,
    locks: boolean,
  ): Promise<Value> {
    const { scope } = zoneNow(this.db);
    const own = this.scope ?? scope;
    if (own === null || own.db !== this.db) return this.db.runAlone(mode, this.name, work);
    if (!own.names.includes(this.name))
      return Promise.reject(diskError('NotFoundError', `${this.name} is no table of this transaction`));
    return own.step(mode, () => work(own), locks);
  }

  get(key: Key | undefined): Promise<unknown> {
    if (key === undefined || key === null) return Promise.reject(new TypeError('get without a key'));
    return this.run('readonly', (scope) => this.core.get(scope, key));
  }

  bulkGet(keys: readonly Key[]): Promise<unknown[]> {
    return this.run('readonly', (scope) => this.core.getMany(scope, [...keys]));
  }

  async put(row: object): Promise<Key> {
    return one(await this.run('readwrite', (scope) => this.core.write(scope, 'put', [row])));
  }

  async add(row: object): Promise<Key> {
    return one(await this.run('readwrite', (scope) => this.core.write(scope, 'add', [row])));
  }

  bulkPut(rows: readonly object[]): Promise<Key | undefined> {
    return this.writeAll('bulkPut', 'put', rows);
  }

  bulkAdd(rows: readonly object[]): Promise<Key | undefined> {
    return this.writeAll('bulkAdd', 'add', rows);
  }

  async delete(key: Key): Promise<void> {
    one(await this.run('readwrite', (scope) => this.core.delete(scope, [key])));
  }

  bulkDelete(keys: readonly Key[]): Promise<void> {
    return this.run('readwrite', async (scope) => {
      const { failures } = await this.core.delete(scope, [...keys]);
      if (failures.length > 0) throw bulkError(this.name, 'bulkDelete', failures, keys.length);
    });
  }

  async clear(): Promise<void> {
    await this.run('readwrite', (scope) => this.core.deleteRange(scope, {}));
  }

  where(index: string): Where {
    return new Where(this, index);
  }

  toCollection(): Collection {
    return new Collection(this, null, {});
  }

  orderBy(index: string): Collection {
    return new Collection(this, index, {});
  }

  filter(keeps: (row: never) => boolean): Collection {
    return this.toCollection().filter(keeps);
  }

  toArray(): Promise<unknown[]> {
    return this.toCollection().toArray();
  }

  count(): Promise<number> {
    return this.toCollection().count();
  }

  private writeAll(
    name: 'bulkPut' | 'bulkAdd',
    type: 'put' | 'add',
    rows: readonly object[],
  ): Promise<Key | undefined> {
    return this.run('readwrite', async (scope) => {
      const { failures, lastKey } = await this.core.write(scope, type, rows);
      if (failures.length > 0) throw bulkError(this.name, name, failures, rows.length);
      return lastKey;
    });
  }
}

function one({ failures, lastKey }: { failures: readonly Error[]; lastKey: Key | undefined }): Key {
  if (failures[0]) throw failures[0];
  return lastKey ?? '';
}

function bulkError(table: string, step: string, failures: readonly Error[], count: number): Error {
  const reasons = [...new Set(failures.map(String))].join('\n');
  return diskError(
    'BulkError',
    `${table}.${step}(): ${failures.length} of ${count} operations failed. Errors: ${reasons}`,
  );
}
