import type { Logger } from 'pino';
import { nextEpoch } from '#src/server/journal/epochs.ts';
import { beginEpoch, epochPort } from '#src/server/journal/sql/epochs.ts';
import { adoptCommitOrder } from '#src/server/ledger/commit-order.ts';
import { settleTimeZone } from '#src/server/ledger/days/fold-days.ts';
import type { Config } from '#src/server/run/config.ts';
import { forgetRestored, isMarkedRestored } from '#src/server/run/postgres/backup/restore.ts';
import type { Database, StoreLog } from '#src/server/store/database.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { grantRunningRole } from '#src/server/store/rights/running-role.ts';
import { holdSettingsOfRole } from '#src/server/store/session-settings.ts';

/**
 * Migrates the schema and adopts the commit order of a database loaded from elsewhere. Only the owner may change either. With
 * DATABASE_OWNER_URL the running role is granted only what it needs; without it, the running role is the owner.
 */
export async function bringUpToDate(config: Config, database: Database, logger: Logger): Promise<void> {
  const prepare = async (owner: Database): Promise<boolean> => {
    const { isNewer } = await migrate(owner);
    if (isNewer) logger.warn('La base de datos es de una versión más nueva, con la que esta puede seguir.');
    const movements = await adoptCommitOrder(owner);
    if (movements > 0)
      logger.warn(
        { movements },
        'loaded from another PostgreSQL: its movements come before those of this one',
      );
    const zone = { timeZone: config.timeZone, from: config.timeZoneFrom };
    if (await owner.transaction((session) => settleTimeZone(session, zone), 'money'))
      logger.warn(zone, 'the days of all sums begin elsewhere now: they are summed again');
    return isNewer;
  };
  const { databaseOwnerUrl: databaseUrl, databaseLimits: limits } = config;
  const log: StoreLog = (level, text, fields) => logger[level](fields ?? {}, text);
  if (config.databaseUrl && limits.pooler === 'transaction') await holdSettingsOfRole(database, limits, log);
  if (!databaseUrl) return void (await prepare(database));
  const owner = await openPostgres({ databaseUrl, limits: { ...limits, money: 1, read: 1 }, log });
  try {
    const isNewer = await prepare(owner);
    const { rows } = await database.query<{ role: string }>({ text: 'select current_user as role' });
    const own = await owner.query<{ role: string }>({ text: 'select current_user as role' });
    const role = rows[0]?.role;
    if (role === undefined || role === own.rows[0]?.role)
      throw new Error(
        'DATABASE_URL y DATABASE_OWNER_URL entran con el mismo usuario: el servidor debe usar otro.',
      );
    // The newer program has already granted the rights on its newer tables.
    if (!isNewer) await grantRunningRole(owner, role);
  } finally {
    await owner.close();
  }
}

/** Begins a new epoch after a restore, in which devices resend what the restored copy lacks (docs/decisions/0017). */
export async function beginEpochAfterRestore(config: Config, database: Database): Promise<void> {
  const folder = `${config.dataDir}/db`;
  if (config.databaseUrl || !isMarkedRestored(folder)) return;
  await database.transaction(async (session) => {
    const { rows } = await session.query<{ at: Date }>({ text: 'select clock_timestamp() as at' });
    const at = rows[0]?.at ?? new Date();
    const { number: after } = await epochPort(session).readEpoch();
    await beginEpoch(session, { number: nextEpoch(after, at), after, reason: 'restored', at });
  }, 'money');
  forgetRestored(folder);
}
