import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { startEmbedded } from './embedded.ts';
import { startPostgres } from './postgres.ts';

/** Both engines the product runs on; every money rule is tested on each. */
export const engines = ['embedded', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export type OpenEngine = { database: Database; databaseUrl: string | undefined; stop(): Promise<void> };

/** A fresh, migrated database of the caller's own. */
export async function openEngine(engine: Engine): Promise<OpenEngine> {
  const opened = engine === 'embedded' ? await openFreshEmbedded() : await openFreshPostgres();
  await migrate(opened.database);
  return opened;
}

async function openFreshEmbedded(): Promise<OpenEngine> {
  const { database, stop } = await startEmbedded();
  return { database, databaseUrl: undefined, stop };
}

async function openFreshPostgres(): Promise<OpenEngine> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const database = await openPostgres({ databaseUrl, log: () => undefined });
  return {
    database,
    databaseUrl,
    stop: async () => {
      await database.close();
      await server.stop();
    },
  };
}
