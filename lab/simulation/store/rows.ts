import { compareKeys, isKey, isWithin, type Key, type KeyRange } from './keys.ts';

export type Index = { name: string; keyPath: string | readonly string[]; isUnique: boolean };

/** A row where a store or an index lists it. */
export type Entry = { key: Key; primaryKey: Key; value: unknown };

/**
 * The rows of one table. Lists are never changed in place: a transaction that aborts puts the old list back.
 */
export class Rows {
  readonly name: string;
  readonly keyPath: string;
  readonly indexes: ReadonlyMap<string, Index>;
  /** In the order of their keys. */
  list: readonly Entry[] = [];
  private sorted = new Map<string, readonly Entry[]>();
  private sortedFor: readonly Entry[] = this.list;

  constructor(name: string, keyPath: string, indexes: readonly Index[]) {
    this.name = name;
    this.keyPath = keyPath;
    this.indexes = new Map(indexes.map((index) => [index.name, index]));
  }

  copy(): Rows {
    const copy = new Rows(this.name, this.keyPath, [...this.indexes.values()]);
    copy.list = this.list;
    return copy;
  }

  get(key: Key): unknown {
    const at = this.find(key);
    return at < 0 ? undefined : this.list[at]?.value;
  }

  /** In the order of the index, or of the table itself for null. */
  entries(index: string | null): readonly Entry[] {
    if (index === null) return this.list;
    if (this.sortedFor !== this.list) {
      this.sorted = new Map();
      this.sortedFor = this.list;
    }
    const known = this.sorted.get(index);
    if (known) return known;
    const entries = this.sort(this.indexOf(index));
    this.sorted.set(index, entries);
    return entries;
  }

  within(index: string | null, range: KeyRange): readonly Entry[] {
    const entries = this.entries(index);
    if (range.lower === undefined && range.upper === undefined) return entries;
    return entries.filter(({ key }) => isWithin(range, key));
  }

  /** Throws a ConstraintError, without an effect, when a key exists that may not. */
  write(value: unknown, mayReplace: boolean): Key {
    const key = partOf(value, this.keyPath);
    if (!isKey(key)) throw diskError('DataError', 'the row has no valid key');
    const at = this.find(key);
    if (at >= 0 && !mayReplace) throw diskError('ConstraintError', 'the key exists');
    for (const index of this.indexes.values()) if (index.isUnique) this.checkUnique(index, key, value);
    const entry = { key, primaryKey: key, value };
    const list = [...this.list];
    list.splice(at < 0 ? -at - 1 : at, at < 0 ? 0 : 1, entry);
    this.list = list;
    return key;
  }

  remove(range: KeyRange): void {
    this.list = this.list.filter(({ key }) => !isWithin(range, key));
  }

  removeKey(key: Key): void {
    const at = this.find(key);
    if (at >= 0) this.list = this.list.toSpliced(at, 1);
  }

  private indexOf(name: string): Index {
    const index = this.indexes.get(name);
    if (!index) throw diskError('SchemaError', `${name} of ${this.name} is not indexed`);
    return index;
  }

  private sort(index: Index): Entry[] {
    const entries: Entry[] = [];
    for (const { primaryKey, value } of this.list) {
      const key = keyOf(index, value);
      if (key !== null) entries.push({ key, primaryKey, value });
    }
    // The list is in the order of primary keys, and sorting keeps the order of equal keys.
    return entries.sort((a, b) => compareKeys(a.key, b.key));
  }

  private checkUnique(index: Index, primaryKey: Key, value: unknown): void {
    const key = keyOf(index, value);
    if (key === null) return;
    for (const other of this.list) {
      const taken = keyOf(index, other.value);
      if (taken === null || compareKeys(taken, key) !== 0) continue;
      if (compareKeys(other.key, primaryKey) !== 0)
        throw diskError('ConstraintError', `the key of ${index.name} exists`);
    }
  }

  /** Position of a key, or the negative of the position where it would be, minus 1. */
  private find(key: Key): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.list[middle];
      const order = entry ? compareKeys(entry.key, key) : 1;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -low - 1;
  }
}

/** Returns null for a row that the index does not list. */
function keyOf({ keyPath }: Index, value: unknown): Key | null {
  const key =
    typeof keyPath === 'string' ? partOf(value, keyPath) : keyPath.map((part) => partOf(value, part));
  return isKey(key) ? key : null;
}

export function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

export function diskError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
