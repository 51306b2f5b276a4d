import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import type { Database, OpenDatabaseOptions } from '#src/server/store/database.ts';
import { usualPool } from '#src/server/store/pooling/pool-limits.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { waitForPostgres } from '#src/server/store/wait-for-postgres.ts';

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
