import type { Database } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import type { OpenDatabaseOptions } from './open-options.ts';
import { openPostgres } from './postgres.ts';

/** Opens the database the server runs on. Rejects with a sentence an operator can act on. */
export function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, onFatal } = options;
  return databaseUrl ? openPostgres({ databaseUrl, log }) : openEmbedded({ dataDir, log, onFatal });
}
