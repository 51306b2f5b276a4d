import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#src/server/run/postgres/open-database.ts';
import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';

/** Opens the server's own PostgreSQL in this folder, with real sync, like a server. */
export async function openOwnDatabase(dataDir: string): Promise<Database> {
  const database = await openDatabase({
    dataDir: join(dataDir, 'db'),
    log: () => undefined,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  await migrate(database);
  return database;
}

/** Returns a data folder's postmaster as it recorded itself, and one of its processes (Linux). */
export function processesOf(dataDir: string): { postmaster: number; others: number[] } {
  const note = readFileSync(join(dataDir, 'db/postgres/data/postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(note, 10);
  const others = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return parent === postmaster ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
  return { postmaster, others };
}
