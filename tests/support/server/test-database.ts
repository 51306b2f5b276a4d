import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openForOthers } from './quick-folder.ts';
import { asAdmin, copyDatabase, runningTestCluster, startTestCluster, withName } from './test-cluster.ts';

export type TestDatabase = {
  database: Database;
  databaseUrl: string;
  /** Opens another handle on the same data, like a second server process. The caller closes it. */
  openAnother(): Promise<Database>;
  /** Closes the database and drops it. */
  stop(): Promise<void>;
};

/** Opens a database for the caller: migrated, empty, or a copy of `template`. */
export async function openTestDatabase({ isEmpty = false, template = '' } = {}): Promise<TestDatabase> {
  const running = runningTestCluster();
  // Outside vitest (a bench, a test's script) no cluster is running.
  const { cluster, stop } = running
    ? { cluster: running, stop: () => Promise.resolve() }
    : await startTestCluster();
  const source = isEmpty ? 'template0' : template || cluster.template;
  const name = `mercado_test_${randomUUID().replaceAll('-', '')}`;
  await copyDatabase(cluster.url, name, source);
  const databaseUrl = withName(cluster.url, name);
  const open = (): Promise<Database> => openPostgres({ databaseUrl, log: () => undefined });
  const database = await open();
  return {
    database,
    databaseUrl,
    openAnother: open,
    stop: async () => {
      await database.close();
      await asAdmin(cluster.url, `drop database if exists ${name} with (force)`);
      await stop();
    },
  };
}

/** Returns a new empty folder in the system's temporary folder. The caller deletes it. */
export function temporaryFolder(): string {
  return openForOthers(fs.mkdtempSync(join(tmpdir(), 'mercado-')));
}
