import { Pool, types, type CustomTypesConfig } from 'pg';
import { usualPool, type PoolLimits } from '#src/server/store/database.ts';
import type { Database, StoreLog } from './database.ts';
import { PoolDatabase } from './pool-database.ts';
import { sessionSettingsSql } from './session-settings.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
/** Missing in the driver's named types, hence a literal. */
const TEXT_ARRAY: number = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${text} does not fit a number without losing cents`);
  }
  return value;
}

function parseInt8Array(text: string): (number | null)[] {
  const items: (string | null)[] = types.getTypeParser(TEXT_ARRAY, 'text')(text);
  return items.map((item) => (item === null ? null : parseSafeInteger(item)));
}

/**
 * Conversion of column values to JavaScript: int8 to a safe `number` (otherwise the query fails), timestamptz
 * to `Date`, json parsed, numeric to an exact string. `date` and `timestamp` stay text, because the driver
 * would read them in the machine's time zone.
 */
const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8:
        return parseSafeInteger;
      case INT8_ARRAY:
        return parseInt8Array;
      case DATE:
      case TIMESTAMP:
        return (text: string) => text;
      case DATE_ARRAY:
        return types.getTypeParser(TEXT_ARRAY, 'text');
      default:
        return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
    }
  },
};

const connectionTimeoutMs = 10_000;
/**
 * PostgreSQL cancels a slow statement. If there is no answer after this multiple of that limit, the host
 * hangs or the network drops packets, and the connection is closed.
 */
const silenceFactor = 1.2;
/** A new connection has to plan its statements again. */
const idleTimeoutMs = 300_000;

type PostgresOptions = {
  databaseUrl: string;
  log: StoreLog;
  /** Defaults where absent. */
  limits?: PoolLimits;
  /** Refuses a database that confirms commits before writing them; otherwise this is only logged. */
  mustBeDurable?: boolean;
  /** Runs when the last connection has closed. */
  onClosed?: () => Promise<void>;
};

/**
 * Opens a database on a PostgreSQL server. A lost connection fails the statement that ran on it; nothing is
 * retried here.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { limits = usualPool, onClosed = () => Promise.resolve() } = options;
  const pools = {
    money: openPool(options, limits, limits.money),
    read: openPool(options, limits, limits.read),
  };
  const database = new PoolDatabase(pools, {
    keepsPlans: limits.pooler === 'none',
    afterwards: onClosed,
  });
  try {
    await checkDurable(database, options);
    return database;
  } catch (error) {
    await Promise.all([pools.money.end(), pools.read.end()]);
    throw error;
  }
}

function openPool({ databaseUrl, log }: PostgresOptions, limits: PoolLimits, max: number): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    types: valueParsers,
    query_timeout: limits.statementSeconds * 1_000 * silenceFactor,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    ...(limits.pooler === 'none'
      ? {
          // A transaction sends its next statements before the answers to earlier ones. A pooler may not expect it.
          pipeline: true,
          verify: (client, done) => {
            client.query(sessionSettingsSql(limits), (error) => done(error ?? undefined));
          },
        }
      : {}),
  });
  // The pool listens for errors of idle connections. This listener covers the time of `verify`, and until the
  // borrower listens.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    // The pool does not wait for the connections that it closes, so PostgreSQL may stop before it has read
    // that they close.
    if (!pool.ending) log('warn', 'a resting connection to PostgreSQL was lost', { error: error.message });
  });
  return pool;
}

/**
 * Checks that a commit survives a power cut: money is acknowledged only after COMMIT, so a server that may
 * lose one must not take money.
 */
async function checkDurable(database: Database, { log, mustBeDurable }: PostgresOptions): Promise<void> {
  const { rows } = await database.query<{ name: string; setting: string }>({
    text: `select name, setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  });
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  const sentence = `PostgreSQL confirma sin escribir en el disco (en off: ${names}): un corte de luz perdería dinero.`;
  if (mustBeDurable) throw new Error(sentence);
  log('error', sentence);
}
