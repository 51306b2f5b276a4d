/**
 * One SQL statement. A `name` makes it a prepared statement, planned once per session. `mayTakeLong`: the
 * driver waits without a limit; the caller lifts PostgreSQL's own limit.
 */
export type Statement = { text: string; values?: readonly unknown[]; name?: string; mayTakeLong?: boolean };

export type Result<Row> = { rows: Row[]; rowCount: number };

/** One database session. int8 arrives as a safe `number`, timestamptz as `Date`, jsonb parsed. */
export type Session = {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>;
};

/** Each lane has its own connections, so that waiting reads never delay money. */
export type Lane = 'money' | 'read';

/** Connections of a lane: lent to a statement, and idle; and the number of statements that wait for one. */
export type LaneLoad = { lane: Lane; lent: number; idle: number; waiting: number };

/**
 * The PostgreSQL behind the server: its own child process, or the one at DATABASE_URL. Database errors keep
 * PostgreSQL's five-character `code` (for example 23505); a lost connection is `UNAVAILABLE`.
 */
export type Database = Session & {
  /** Number of statements that the money lane can run at once. */
  readonly sessionCount: number;
  /** Runs one statement in its own transaction. */
  query<Row = Record<string, unknown>>(statement: Statement, lane?: Lane): Promise<Result<Row>>;
  /** BEGIN, `work`, COMMIT; ROLLBACK and rethrow when `work` throws. READ COMMITTED. */
  transaction<T>(work: (session: Session) => Promise<T>, lane?: Lane): Promise<T>;
  /** Returns the current load without a query; absent where there are no separate connections. */
  load?(): LaneLoad[];
  /** Resolves once everything is written. The database accepts no statements afterwards. */
  close(): Promise<void>;
};

/**
 * Returns the same database in the lane of money and sign-in: short statements that no report delays. A
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
  /**
   * `DATA_DIR/db`: data folder of the server's own PostgreSQL, created if missing. Unused with `databaseUrl`.
   */
  dataDir: string;
  /** A PostgreSQL connection string. Without it the server starts its own. */
  databaseUrl?: string;
  /** Maximum wait while that database is unreachable or still a standby; absent: no wait. */
  waitSeconds?: number;
  /** Connections to that database, and how it is reached. */
  limits?: PoolLimits;
  log: StoreLog;
  /** The database cannot be restarted; the process must stop taking requests and end. Called at most once. */
  onFatal: (reason: string) => void;
};

/** Limits of a process's connections and statements. */
export type PoolLimits = {
  /** Separate connections for money and for reads, so that a purchase finds one however many reports run. */
  money: number;
  read: number;
  /** PostgreSQL cancels a statement after this, so that a stuck one does not hold a session forever. */
  statementSeconds: number;
  /**
   * `transaction`: a pooler in between returns a connection after each transaction. No session state may then
   * be relied on: no prepared statement, no `set`.
   */
  pooler: 'none' | 'transaction';
};

/** Longer than any permitted report, shorter than the patience of a till. */
export const usualPool: PoolLimits = { money: 10, read: 8, statementSeconds: 30, pooler: 'none' };
