import type { Config } from '#src/server/run/config.ts';
import { openDatabase } from '#src/server/run/postgres/open-database.ts';
import type { Database } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';

/**
 * Opens the database of `config`, migrates it, lets `fill` write into it, and closes it. Returns the result
 * of `fill`.
 */
export async function fillDatabase<Result>(
  config: Config,
  onFatal: (reason: string) => void,
  fill: (database: Database) => Promise<Result>,
): Promise<Result> {
  makePrivateFolder(config.dataDir);
  const database = await openDatabase({
    dataDir: `${config.dataDir}/db`,
    ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
    limits: config.databaseLimits,
    log: () => undefined,
    onFatal,
  });
  try {
    await migrate(database);
    return await fill(database);
  } finally {
    await database.close();
  }
}
