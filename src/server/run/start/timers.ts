import type { Logger } from 'pino';
import { sweepSettlements } from '#src/operations/acceptance/post.ts';
import { foldDaysIfFree } from '#src/server/ledger/days/fold-days.ts';
import type { Config } from '#src/server/run/config.ts';
import { startRepeating } from '#src/server/run/repeating.ts';
import { purgeExpired } from '#src/server/run/retention/retention.ts';
import type { Database } from '#src/server/store/database.ts';
import { settlementOverSql } from '#src/server/sync-over-sql.ts';

const sweepEveryMs = 60_000;
/** Reports read movements that are not summed yet from the ledger, so the interval keeps them few. */
const foldEveryMs = 5_000;
const forgetEveryMs = 3_600_000;

/** Starts the server's recurring work: settling sales, summing days, purging expired data. Returns its stop. */
export function startTimers(
  config: Config,
  database: Database,
  now: () => Date,
  logger: Logger,
): () => Promise<void> {
  const onFailure = (error: unknown, what: string) =>
    logger.error({ err: error, what }, 'settling was put off');
  const settlement = settlementOverSql({ database, now, onFailure });
  const stopSweeping = startRepeating(
    () => sweepSettlements(settlement),
    (error) => logger.error({ err: error }, 'looking for sales to settle failed'),
    sweepEveryMs,
  );
  let isEnding = false;
  const stopFolding = startRepeating(
    () => foldDaysIfFree(database, config.timeZone, () => isEnding),
    (error) => logger.error({ err: error }, 'summing up the days was put off'),
    foldEveryMs,
  );
  const stopForgetting = startRepeating(
    async () => {
      const gone = await purgeExpired(database, now(), config.keepDays);
      if (Object.values(gone).some((count) => count > 0)) logger.info(gone, 'expired rows were deleted');
    },
    (error) => logger.error({ err: error }, 'expired rows could not be deleted'),
    forgetEveryMs,
  );
  return async () => {
    isEnding = true;
    await stopForgetting();
    await stopSweeping();
    await stopFolding();
  };
}
