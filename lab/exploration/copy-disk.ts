import { createDisk } from '#lab/simulation/machine/disk.ts';

type RawDatabase = {
  name: string;
  version: number;
  transactions: unknown[];
  connections: unknown[];
  rawObjectStores: Map<string, object>;
};
type Inside = { _databases: Map<string, RawDatabase> };

/**
 * Returns a disk with the same databases, sharing only stored values, which are never changed. Valid only
 * while no page has it open.
 */
export function copyDisk(disk: IDBFactory): IDBFactory {
  const copy = createDisk();
  for (const [name, database] of (disk as unknown as Inside)._databases) {
    const DatabaseClass = database.constructor as new (name: string, version: number) => RawDatabase;
    const fresh = new DatabaseClass(database.name, database.version);
    fresh.rawObjectStores = copyGraph(database.rawObjectStores, new Map([[database, fresh]]));
    (copy as unknown as Inside)._databases.set(name, fresh);
  }
  return copy;
}

/** Copies objects with their classes, each once; `known` maps objects outside the copy. */
function copyGraph<Value>(value: Value, known: Map<object, object>): Value {
  if (typeof value !== 'object' || value === null) return value;
  const before = known.get(value);
  if (before) return before as Value;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    known.set(value, copy);
    for (const [key, one] of value) copy.set(key, copyGraph(one, known));
    return copy as Value;
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    known.set(value, copy);
    for (const one of value) copy.push(copyGraph(one, known));
    return copy as Value;
  }
  const copy = Object.create(Object.getPrototypeOf(value) as object) as Record<string, unknown>;
  known.set(value, copy);
  for (const [key, one] of Object.entries(value)) copy[key] = isStored(key) ? one : copyGraph(one, known);
  return copy as Value;
}

/** A stored row with its key is replaced and never changed, and returned as a copy. */
function isStored(field: string): boolean {
  return field === 'record' || field === 'keyPath';
}
