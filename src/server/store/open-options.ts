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
