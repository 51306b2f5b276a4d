import type { Dexie } from 'dexie';
import type { DatabaseSchema } from './connection.ts';

/** Reads the tables of one of the product's databases, which need not be open. */
export function schemaOf(db: Dexie): DatabaseSchema {
  return {
    version: db.verno,
    // In the order in which a database lists them.
    tables: db.tables
      .map(({ name, schema: { primKey, indexes } }) => ({
        name,
        keyPath: plainPath(primKey.keyPath),
        indexes: indexes.map((index) => ({
          name: index.name,
          keyPath: index.keyPath ?? '',
          isUnique: index.unique === true,
        })),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function plainPath(keyPath: unknown): string {
  if (typeof keyPath !== 'string') throw new Error('the simulator stores rows by one key of their own');
  return keyPath;
}
