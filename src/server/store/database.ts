import type { PoolLimits } from './pooling/pool-limits.ts';

/**
 * One SQL statement. A `name` makes it a prepared statement, planned once per session. `mayTakeLong`: its answer is waited
 * for without an end; PostgreSQL's own limit is the asker's to lift.
 */
export type Statement = { text: string; values?: readonly unknown[]; name?: string; mayTakeLong?: boolean };

export type Result<Row> = { rows: Row[]; rowCount: number };

/** One database session. int8 arrives as a safe `number`, timestamptz as `Date`, jsonb parsed. */
export type Session = {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>;
};

/** Each lane has separate connections: however many reads wait, money does not wait for them. */
export type Lane = 'money' | 'read';

/** Connections of a lane: lent to a statement, idle; and how many statements wait for one. */
export type LaneLoad = { lane: Lane; lent: number; idle: number; waiting: number };

/**
 * The PostgreSQL behind the server, its own child or one that DATABASE_URL names.
 * Errors of the database keep PostgreSQL's five-letter `code` (for example 23505); a lost connection is `UNAVAILABLE`.
 */
export type Database = Session & {
  /** How many statements of the money lane can run at once. */
  readonly sessionCount: number;
  /** Runs one statement in its own transaction. */
  query<Row = Record<string, unknown>>(statement: Statement, lane?: Lane): Promise<Result<Row>>;
  /** BEGIN, `work`, COMMIT; ROLLBACK and rethrow when `work` throws. READ COMMITTED. */
  transaction<T>(work: (session: Session) => Promise<T>, lane?: Lane): Promise<T>;
  /** Returns the current load without a query; absent where there are no separate connections. */
  load?(): LaneLoad[];
  /** Resolves when all has been written; nothing may be asked of the database afterwards. */
  close(): Promise<void>;
};

/**
 * Returns the same database in the lane of money, sign-in included: short statements that wait for no report. A
 * statement that names its lane keeps it.
 */
export function inMoneyLane(database: Database): Database {
  return {
    sessionCount: database.sessionCount,
    query: <Row>(statement: Statement, lane: Lane = 'money') => database.query<Row>(statement, lane),
    transaction: (work, lane = 'money') => database.transaction(work, lane),
    close: () => database.close(),
  };
}

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
  /** how long to wait for that one while it cannot be reached or is still a standby; not at all where absent */
  waitSeconds?: number;
  /** connections to that one, and how it is reached */
  limits?: PoolLimits;
  log: StoreLog;
  /** for our own PostgreSQL: archives the log continuously, each part after so many seconds at most */
  archiveSeconds?: number | undefined;
  /** The database cannot be restarted; the process must stop taking requests and end. Called at most once. */
  onFatal: (reason: string) => void;
};
