export type StoreLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

export type OpenDatabaseOptions = {
  /** `DATA_DIR/db`: where the server's own PostgreSQL keeps its data; made when missing. Unused with `databaseUrl`. */
  dataDir: string;
  /** A PostgreSQL connection string. Without it the server starts its own. */
  databaseUrl?: string;
  log: StoreLog;
  /** The database is gone for good; the process must stop taking requests and end. Called at most once. */
  onFatal: (reason: string) => void;
};
