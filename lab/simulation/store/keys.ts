/** A key of IndexedDB, of the kinds that the product uses. */
export type Key = number | string | readonly Key[];

export type KeyRange = {
  /** Absent for no bound. */
  lower?: Key;
  upper?: Key;
  isLowerOpen?: boolean;
  isUpperOpen?: boolean;
};

export function isKey(value: unknown): value is Key {
  if (typeof value === 'string') return true;
  if (typeof value === 'number') return !Number.isNaN(value);
  return Array.isArray(value) && value.every(isKey);
}

/** Order of IndexedDB: numbers, then texts, then lists. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === typeof b && typeof a !== 'object') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'object' && typeof b === 'object') return compareLists(a, b);
  return rankOf(a) - rankOf(b);
}

function compareLists(a: readonly Key[], b: readonly Key[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareKeys(part, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function rankOf(key: Key): number {
  return typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2;
}

export function isWithin(range: KeyRange, key: Key): boolean {
  const { lower, upper, isLowerOpen = false, isUpperOpen = false } = range;
  if (lower !== undefined) {
    const order = compareKeys(key, lower);
    if (order < 0 || (order === 0 && isLowerOpen)) return false;
  }
  if (upper === undefined) return true;
  const order = compareKeys(key, upper);
  return order < 0 || (order === 0 && !isUpperOpen);
}
