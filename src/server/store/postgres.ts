import { Pool, type PoolClient } from 'pg';
import { ClientDatabase } from './client-database.ts';
import type { Database } from './database.ts';
import type { StoreLog } from './open-options.ts';
import { valueParsers } from './value-parsers.ts';

/** Longer than any report we allow, shorter than a till waits: a stuck statement must not hold a session for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A transaction whose server process hangs between two statements lets go of its rows after this. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
const CONNECTION_TIMEOUT_MS = 10_000;

export type PostgresOptions = { databaseUrl: string; poolSize?: number; log: StoreLog };

/** A database on a PostgreSQL server. Lost connections fail the statement that ran on them; nothing is retried here. */
export async function openPostgres({ databaseUrl, poolSize = 16, log }: PostgresOptions): Promise<Database> {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    types: valueParsers,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    // Plans of prepared statements are kept: one made while a table was small would read all of it until the next ANALYZE.
    // What has to read a whole table all the same then looks so dear that it would be compiled, which takes longer.
    verify: (client, done) => {
      client.query('set enable_seqscan = off; set jit = off', (error) => done(error ?? undefined));
    },
  });
  // The pool listens to a connection while it rests; while `verify` runs, and until the borrower listens, nobody would.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) =>
    log('warn', 'a resting connection to PostgreSQL was lost', { error: error.message }),
  );
  try {
    // Money is only acknowledged after COMMIT; a server that forgets it in a power cut must not take money.
    const { rows } = await pool.query<{ fsync: string; commit: string }>(
      "select current_setting('fsync', true) as fsync, current_setting('synchronous_commit', true) as commit",
    );
    const [settings] = rows;
    if (settings?.fsync === 'off' || settings?.commit === 'off') {
      log(
        'error',
        'PostgreSQL confirma sin escribir en el disco (fsync o synchronous_commit en off)',
        settings,
      );
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new ClientDatabase({
    engine: 'postgres',
    sessionCount: poolSize,
    async borrow() {
      const client: PoolClient = await pool.connect();
      return { client, release: (broken) => client.release(broken) };
    },
    close: () => pool.end(),
  });
}
