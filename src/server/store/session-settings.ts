import type { Database, PoolLimits, Session, StoreLog } from '#src/server/store/database.ts';

/** If a server process hangs between two statements, its transaction releases its rows after this. */
const idleInTransactionMs = 60_000;

/**
 * The settings of each session. Plans of prepared statements are kept, and one made while a table was small
 * would scan the whole table until the next ANALYZE, so scans are discouraged. A statement that needs a scan
 * then looks so expensive that it would be JIT-compiled, which takes longer, so JIT is off.
 */
function settingsOf({ statementSeconds }: Pick<PoolLimits, 'statementSeconds'>): Record<string, string> {
  return {
    enable_seqscan: 'off',
    jit: 'off',
    statement_timeout: String(statementSeconds * 1_000),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
}

/**
 * Sent once on each connection. Not startup parameters, because a pooler that does not know one refuses the
 * connection.
 */
export function sessionSettingsSql(limits: PoolLimits): string {
  return Object.entries(settingsOf(limits))
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');
}

const attempts = 5;

/**
 * Stores the settings at the role in this database. Behind a pooler that changes connections between
 * transactions, a `set` would reach the next client. A role may change its own settings. Idle connections
 * that the pooler opened earlier are ended.
 */
export async function holdSettingsOfRole(
  database: Database,
  limits: PoolLimits,
  log: StoreLog,
): Promise<void> {
  if (await areHeld(database, limits)) return;
  await database.transaction((session) => setOfRole(session, limits), 'money');
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await endRestingSessions(database);
    if (await areHeld(database, limits)) return;
  }
  log(
    'warn',
    'El pooler usa todavía conexiones de antes: sin límite de tiempo por consulta hasta que las renueve (RECONNECT).',
  );
}

async function areHeld(database: Database, limits: PoolLimits): Promise<boolean> {
  const wanted = settingsOf(limits);
  const { rows } = await database.query<{ name: string; setting: string }>(
    { text: 'select name, setting from pg_settings where name = any($1)', values: [Object.keys(wanted)] },
    'money',
  );
  return rows.every(({ name, setting }) => wanted[name] === setting);
}

async function setOfRole(session: Session, limits: PoolLimits): Promise<void> {
  const { rows } = await session.query<{ name: string }>({
    text: 'select quote_ident(current_database()) as name',
  });
  for (const [name, value] of Object.entries(settingsOf(limits)))
    await session.query({
      text: `alter role current_user in database ${rows[0]?.name} set ${name} = ${value}`,
    });
}

/** Ends only our own sessions, and the calling one last: its answer never arrives, which is intended. */
async function endRestingSessions(database: Database): Promise<void> {
  await database
    .query(
      {
        text: `select pg_terminate_backend(pid) from pg_stat_activity
          where usename = current_user and datname = current_database() and (state = 'idle' or pid = pg_backend_pid())
          order by pid = pg_backend_pid()`,
      },
      'money',
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'UNAVAILABLE')) throw error;
    });
}
