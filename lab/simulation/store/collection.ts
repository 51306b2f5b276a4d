import { ownRow, readRow } from './copy-row.ts';
import { compareKeys, isKey, type Key, type KeyRange } from './keys.ts';
import { diskError, partOf, type Entry } from './rows.ts';
import type { Scope } from './scope.ts';
import type { MemoryTable } from './table.ts';

type Row = Record<string, unknown>;
type Changes = Row | ((row: Row) => unknown);

/** Rows that one modification reads and writes at a time, as in Dexie. */
const chunk = 200;

/** The part of Dexie's collection that the product uses, with the same requests. */
export class Collection {
  private readonly table: MemoryTable;
  private readonly index: string | null;
  private readonly range: KeyRange;
  private readonly filters: ((row: never) => boolean)[] = [];
  private keys: readonly Key[] | null = null;
  private isReverse = false;
  private most = Infinity;
  /** The limit came after a filter, or before one. */
  private isLimited = false;
  private error: Error | null = null;

  constructor(table: MemoryTable, index: string | null, range: KeyRange) {
    this.table = table;
    this.index = index === table.core.keyPath ? null : index;
    this.range = range;
  }

  failWith(error: Error): this {
    this.error = error;
    return this;
  }

  /** Only entries with one of these keys, in ascending order. */
  onlyKeys(keys: readonly Key[]): this {
    this.keys = keys;
    return this;
  }

  filter(keeps: (row: never) => boolean): this {
    this.filters.push(keeps);
    return this;
  }

  and(keeps: (row: never) => boolean): this {
    return this.filter(keeps);
  }

  reverse(): this {
    this.isReverse = !this.isReverse;
    return this;
  }

  limit(most: number): this {
    this.most = Math.min(this.most, most);
    this.isLimited = true;
    return this;
  }

  toArray(): Promise<unknown[]> {
    return this.read(async (scope) => rowsOf(await this.entries(scope)));
  }

  async first(): Promise<unknown> {
    return (await this.limit(1).toArray())[0];
  }

  last(): Promise<unknown> {
    return this.reverse().first();
  }

  async sortBy(key: string): Promise<unknown[]> {
    const rows = await this.toArray();
    const sign = this.isReverse ? -1 : 1;
    return rows.sort((a, b) => sign * compareParts(partOf(a, key), partOf(b, key)));
  }

  primaryKeys(): Promise<Key[]> {
    return this.read(async (scope) => (await this.entries(scope)).map(({ primaryKey }) => primaryKey));
  }

  count(): Promise<number> {
    return this.read(async (scope) => {
      if (!this.isPlain()) return (await this.entries(scope)).length;
      return Math.min(await this.table.core.count(scope, this.index, this.range), this.most);
    });
  }

  modify(changes: Changes): Promise<number> {
    return this.write((scope) => this.change(scope, changes));
  }

  delete(): Promise<number> {
    const isWhole = this.range.lower === undefined && this.range.upper === undefined;
    if (!this.isPlain() || this.isLimited || (this.index !== null && !isWhole))
      return this.write((scope) => this.change(scope, null));
    return this.write(async (scope) => {
      const count = await this.table.core.count(scope, null, this.range);
      await this.table.core.deleteRange(scope, this.range);
      return count;
    });
  }

  private isPlain(): boolean {
    return this.filters.length === 0 && this.keys === null;
  }

  private read<Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> {
    if (this.error) return Promise.reject(this.error);
    return this.table.run('readonly', work);
  }

  private write<Value>(work: (scope: Scope) => Promise<Value>): Promise<Value> {
    if (this.error) return Promise.reject(this.error);
    return this.table.run('readwrite', work, true);
  }

  private entries(scope: Scope): Promise<readonly Entry[]> {
    const query = { index: this.index, range: this.range, isReverse: this.isReverse };
    if (this.isPlain() && this.most > 0) return this.table.core.query(scope, query, this.most);
    return this.walk(scope);
  }

  /** One request for each entry, like a cursor. */
  private async walk(scope: Scope): Promise<Entry[]> {
    const found: Entry[] = [];
    const keys = this.keys && (this.isReverse ? this.keys.toReversed() : this.keys);
    const sign = this.isReverse ? -1 : 1;
    let next = 0;
    let left = this.most;
    const query = { index: this.index, range: this.range, isReverse: this.isReverse };
    await this.table.core.iterate(scope, query, (entry) => {
      if (keys) {
        let wanted = keys[next];
        while (wanted !== undefined && compareKeys(entry.key, wanted) * sign > 0) wanted = keys[(next += 1)];
        if (wanted === undefined) return 'end';
        if (compareKeys(entry.key, wanted) !== 0) return { at: wanted };
      }
      if (!this.filters.every((keeps) => keeps(entry.value as never))) return {};
      left -= 1;
      if (left >= 0) found.push(entry);
      return left <= 0 ? 'end' : {};
    });
    return found;
  }

  /** Null deletes. */
  private async change(scope: Scope, changes: Changes | null): Promise<number> {
    const { core } = this.table;
    const keys = (await this.entries(scope)).map(({ primaryKey }) => primaryKey);
    const isWhole = this.isPlain() && !this.isLimited && typeof changes !== 'function';
    for (let offset = 0; offset === 0 || offset < keys.length; offset += chunk) {
      const part = keys.slice(offset, offset + chunk);
      if (changes === null) {
        if (part.length > 0 || isWhole) throwFirst(await core.delete(scope, part));
        continue;
      }
      const rows = (await core.getMany(scope, part)).map((row) => ownRow(row) as Row);
      const changed = rows.filter((row) => changeRow(row, changes));
      if (changed.length > 0 || isWhole) throwFirst(await core.write(scope, 'put', changed));
    }
    return keys.length;
  }
}

function changeRow(row: Row, changes: Changes): boolean {
  if (typeof changes === 'function') return changes(row) !== false;
  let isChanged = false;
  for (const [key, value] of Object.entries(changes)) {
    if (row[key] === value) continue;
    isChanged = true;
    if (value === undefined) delete row[key];
    else row[key] = value;
  }
  return isChanged;
}

function throwFirst({ failures }: { failures: readonly Error[] }): void {
  if (failures[0])
    throw diskError('ModifyError', `Error modifying one or more objects. Errors: ${failures.join('\n')}`);
}

function compareParts(a: unknown, b: unknown): number {
  return isKey(a) && isKey(b) ? compareKeys(a, b) : NaN;
}

function rowsOf(entries: readonly Entry[]): unknown[] {
  return entries.map(({ value }) => readRow(value));
}
