import { randomUUID } from 'node:crypto';
import type { Database, Lane, Statement } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { asAdmin, copyDatabase, runningTestCluster, withName } from './test-cluster.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** A database that can be reset to a copy while a server runs over it, as if restored in between. */
export type RestorableDatabase = TestDatabase & {
  copy(): Promise<void>;
  /** Discards everything since the copy. The copy stays for further restores. */
  putBack(): Promise<void>;
};

export async function openRestorableDatabase(): Promise<RestorableDatabase> {
  const first = await openTestDatabase();
  const cluster = runningTestCluster();
  if (!cluster) throw new Error('a copy is made in the cluster of the tests');
  let url = first.databaseUrl;
  let current: Database = first.database;
  const made: string[] = [];
  const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);
  const open = (): Promise<Database> => openPostgres({ databaseUrl: url, log: () => undefined });
  /** A database can only be copied while it is unused. */
  const copyOf = async (source: string): Promise<string> => {
    const name = `mercado_copy_${randomUUID().replaceAll('-', '')}`;
    await copyDatabase(cluster.url, name, source);
    made.push(name);
    return name;
  };
  let kept = '';
  return {
    ...first,
    database: {
      get sessionCount() {
        return current.sessionCount;
      },
      query: <Row>(statement: Statement, lane?: Lane) => current.query<Row>(statement, lane),
      transaction: (work, lane) => current.transaction(work, lane),
      close: () => current.close(),
    },
    copy: async () => {
      await current.close();
      kept = await copyOf(nameOf(url));
      current = await open();
    },
    putBack: async () => {
      await current.close();
      url = withName(cluster.url, await copyOf(kept));
      current = await open();
    },
    stop: async () => {
      await current.close();
      for (const name of made) await asAdmin(cluster.url, `drop database if exists ${name} with (force)`);
      await asAdmin(cluster.url, `drop database if exists ${nameOf(first.databaseUrl)} with (force)`);
    },
  };
}
