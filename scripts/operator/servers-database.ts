import type { Config } from '#src/server/run/config.ts';
import { reachCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { sayDatabaseFault } from '#src/server/run/start-faults.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';

export type Opened = {
  database: Database;
  /** Another role than `database`'s, in the server's own PostgreSQL. */
  superuserUrl: string;
  /** True if a server has the data folder open and keeps running during the command. */
  isRunning: boolean;
};
type Asked = Pick<Config, 'databaseUrl' | 'databaseLimits' | 'dataDir'>;

/**
 * Provides the server's database during `work`: that of DATABASE_URL, otherwise the one in DATA_DIR, which is
 * started if no server has it open.
 */
export async function withServersDatabase<T>(
  config: Asked,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    const database = await open(config, databaseUrl).catch((error: unknown) => {
      const fault = sayDatabaseFault(error, databaseUrl);
      throw fault === null ? error : new Error(fault);
    });
    return use(database, { superuserUrl: databaseUrl, isRunning: false }, work);
  }
  let fail: (reason: string) => void = () => undefined;
  const gone = new Promise<never>((_resolve, reject) => {
    fail = (reason) => reject(new Error(reason));
  });
  // It may have no listener yet.
  gone.catch(() => undefined);
  const folder = `${config.dataDir}/db`;
  const cluster = await reachCluster({ folder, log: () => undefined, onFatal: (reason) => fail(reason) });
  try {
    const working = open(config, cluster.databaseUrl).then((database) => use(database, cluster, work));
    return await Promise.race([working, gone]);
  } finally {
    await cluster.close();
  }
}

function open({ databaseLimits: limits }: Asked, databaseUrl: string): Promise<Database> {
  return openPostgres({ databaseUrl, limits, log: () => undefined });
}

async function use<T>(
  database: Database,
  { superuserUrl, isRunning }: Omit<Opened, 'database'>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await work({ database, superuserUrl, isRunning });
  } finally {
    await database.close();
  }
}
