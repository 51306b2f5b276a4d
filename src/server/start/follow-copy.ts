import type { Logger } from 'pino';
import type { Config } from '#src/server/config.ts';
import type { Database } from '#src/server/store/database.ts';
import { followReadCopy, type ReadCopy } from '#src/server/store/pooling/read-copy.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import type { Meters } from '#src/server/watch/meters.ts';

/** Follows DATABASE_READ_URL; null when it is not set. The server starts without the copy and uses it while its lag is small. */
export function followCopyOf(
  { readCopy, databaseLimits }: Config,
  deps: { database: Database; now: () => Date; logger: Logger; meters: Meters },
): ReadCopy | null {
  if (readCopy === null) return null;
  const { logger, meters } = deps;
  return followReadCopy(deps.database, {
    now: deps.now,
    mostLagSeconds: readCopy.mostLagSeconds,
    open: () =>
      openPostgres({
        databaseUrl: readCopy.url,
        limits: { ...databaseLimits, money: 1 },
        log: (level, text, fields) => logger[level](fields ?? {}, text),
      }),
    onLag: (seconds) => meters.readCopyLag.set(seconds ?? Number.NaN),
    onFailure: (error) => logger.warn({ err: error }, 'the copy for reads was not asked'),
  });
}
