import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  type OpenDatabaseOptions,
  type StoreLog,
  usualPool,
} from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openCluster } from './cluster/open-cluster.ts';

/** Opens the server's database. Rejects with a sentence that an operator can act on. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, limits = usualPool, log, onFatal, waitSeconds = 0 } = options;
  if (databaseUrl)
    return waitForPostgres(() => openPostgres({ databaseUrl, limits, log }), { waitSeconds, log });
  const cluster = await openCluster({ folder: dataDir, log, onFatal });
  try {
    return await openPostgres({
      databaseUrl: cluster.databaseUrl,
      limits: { ...limits, pooler: 'none' },
      log,
      mustBeDurable: true,
      onClosed: () => cluster.close(),
    });
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/**
 * SQLSTATE classes and socket errors of a server that is down, starting or full. Any other failure is
 * permanent.
 */
const passes = /^(08|53|57P|UNAVAILABLE|ECONN|ENOENT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)/;

/**
 * Opens a database that may be missing still, or a standby: after a power cut all machines start at once.
 * Rejects after `waitSeconds` with a sentence that names the last cause.
 */
export async function waitForPostgres(
  open: () => Promise<Database>,
  { waitSeconds, log, retryMs = 1_000 }: { waitSeconds: number; log: StoreLog; retryMs?: number },
): Promise<Database> {
  const until = performance.now() + waitSeconds * 1_000;
  for (let isFirst = true; ; isFirst = false) {
    const wrong = await tryOpen(open);
    if (!(wrong instanceof Error)) return wrong;
    if (performance.now() >= until)
      throw new Error(`La base de datos no está lista después de ${waitSeconds} s: ${wrong.message}`, {
        cause: wrong,
      });
    if (isFirst) log('warn', `Esperando la base de datos, hasta ${waitSeconds} s: ${wrong.message}`);
    await sleep(retryMs);
  }
}

/** Returns the database, or the cause of a failure that may pass. */
async function tryOpen(open: () => Promise<Database>): Promise<Database | Error> {
  let database: Database | null = null;
  try {
    database = await open();
    const { rows } = await database.query<{ standby: boolean }>({
      text: 'select pg_is_in_recovery() as standby',
    });
    if (rows[0]?.standby === false) return database;
    await database.close();
    return new Error('es una réplica, solo se puede leer.');
  } catch (error) {
    await database?.close();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (!(cause instanceof Error)) throw error;
    const codes = [error, cause].map((each) =>
      each instanceof Error && 'code' in each ? String(each.code) : '',
    );
    if (!codes.some((code) => passes.test(code))) throw error;
    return cause;
  }
}
