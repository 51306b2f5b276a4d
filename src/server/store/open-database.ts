import type { Database } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { openPostgres } from './postgres.ts';

export type StoreLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

export type OpenDatabaseOptions = {
  /** Folder of the embedded database; made when missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL connection string. Without it the embedded database is opened. */
  databaseUrl?: string;
  log: StoreLog;
  /** The database is gone for good; the process must stop taking requests and end. Called at most once. */
  onFatal: (reason: string) => void;
};

/** Opens the database the server runs on. Rejects with a sentence an operator can act on. */
export function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, onFatal } = options;
  return databaseUrl ? openPostgres({ databaseUrl, log }) : openEmbedded({ dataDir, log, onFatal });
}
