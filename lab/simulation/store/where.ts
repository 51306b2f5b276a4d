import { Collection } from './collection.ts';
import { compareKeys, isKey, type Key, type KeyRange } from './keys.ts';
import type { MemoryTable } from './table.ts';

/** The part of Dexie's where-clause that the product uses. */
export class Where {
  private readonly table: MemoryTable;
  private readonly index: string;

  constructor(table: MemoryTable, index: string) {
    this.table = table;
    this.index = index;
  }

  equals(key: Key): Collection {
    return this.of({ lower: key, upper: key }, key);
  }

  above(key: Key): Collection {
    return this.of({ lower: key, isLowerOpen: true }, key);
  }

  aboveOrEqual(key: Key): Collection {
    return this.of({ lower: key }, key);
  }

  below(key: Key): Collection {
    return this.of({ upper: key, isUpperOpen: true }, key);
  }

  belowOrEqual(key: Key): Collection {
    return this.of({ upper: key }, key);
  }

  between(lower: Key, upper: Key, includesLower = true, includesUpper = false): Collection {
    if (!isKey(lower) || !isKey(upper)) return this.of({}, NaN);
    const order = compareKeys(lower, upper);
    if (order > 0 || (order === 0 && includesLower !== includesUpper)) return this.empty();
    return this.of({ lower, upper, isLowerOpen: !includesLower, isUpperOpen: !includesUpper }, lower);
  }

  anyOf(...given: readonly (Key | readonly Key[])[]): Collection {
    const list =
      given.length === 1 && Array.isArray(given[0]) ? (given[0] as readonly Key[]) : (given as Key[]);
    if (!list.every(isKey)) return this.of({}, NaN);
    const keys = list.toSorted(compareKeys);
    const [lower, upper] = [keys[0], keys.at(-1)];
    if (lower === undefined || upper === undefined) return this.empty();
    return new Collection(this.table, this.index, { lower, upper }).onlyKeys(keys);
  }

  private of(range: KeyRange, key: unknown): Collection {
    const collection = new Collection(this.table, this.index, range);
    return isKey(key) ? collection : collection.failWith(new TypeError('this is no key'));
  }

  /** As in Dexie, an empty choice still asks the disk. */
  private empty(): Collection {
    return new Collection(this.table, this.index, { lower: '', upper: '' }).limit(0);
  }
}
