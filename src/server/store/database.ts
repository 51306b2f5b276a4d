/** One SQL statement. A `name` makes it a prepared statement, planned once per session. */
export type Statement = { text: string; values?: readonly unknown[]; name?: string };

export type Result<Row> = { rows: Row[]; rowCount: number };

/** One database session. int8 arrives as a safe `number`, timestamptz as `Date`, jsonb parsed, on both engines. */
export type Session = {
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Result<Row>>;
};

/** `money` goes ahead of `read` whenever both wait for a session. */
export type Lane = 'money' | 'read';

/**
 * The database behind the server, embedded or PostgreSQL, with the same SQL.
 * Errors of the database keep PostgreSQL's five-letter `code` (for example 23505).
 */
export type Database = Session & {
  readonly engine: 'embedded' | 'postgres';
  /** How many sessions can run at once: 1 when embedded. */
  readonly sessionCount: number;
  /** Runs one statement in its own transaction. */
  query<Row = Record<string, unknown>>(statement: Statement, lane?: Lane): Promise<Result<Row>>;
  /** BEGIN, `work`, COMMIT; ROLLBACK and rethrow when `work` throws. READ COMMITTED. */
  transaction<T>(work: (session: Session) => Promise<T>, lane?: Lane): Promise<T>;
  /** Resolves when all has been written; nothing may be asked of the database afterwards. */
  close(): Promise<void>;
};
