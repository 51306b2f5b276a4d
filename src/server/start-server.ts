import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { fitsPrintedCode, longestVoucherLink } from '#src/domain/voucher/voucher-link.ts';
import { prepareSetupToken } from './accounts/registrations.ts';
import { archiveOf, type Copies } from './archiving.ts';
import type { Config } from './config.ts';
import { followReadCopy, type ReadCopy } from './store/pooling/read-copy.ts';
import type { Database, StoreLog } from './store/database.ts';
import { forgetRestored, isMarkedRestored } from '#src/server/postgres/backup/restore-mark.ts';
import { followDatabaseClock } from './store/database-clock.ts';
import { startRepeating } from './repeating.ts';
import { letGo } from '#src/server/retention/retention.ts';
import { adoptCommitOrder } from './ledger/commit-order.ts';
import { foldDays, foldDaysIfFree, settleTimeZone } from './ledger/days/fold-days.ts';
import { makeMonths } from '#src/server/months/make-months.ts';
import { keyFor, readKeyFile } from '#src/server/secrets/key-file.ts';
import { migrate } from './store/migrate.ts';
import { openDatabase } from '#src/server/postgres/open-database.ts';
import { openPostgres } from './store/postgres.ts';
import { holdSettingsOfRole } from './store/pooling/session-settings.ts';
import { grantRunningRole } from './store/rights/running-role.ts';
import { makePrivateFolder } from '#src/server/secrets/private-folder.ts';
import { closeOpenSecrets, openSecretBoxes, settleTokenSecret } from '#src/server/secrets/close-secrets.ts';
import { postWaiting } from './operations/restored/post-waiting.ts';
import { readSetting } from '#src/server/records/settings.ts';
import { settlementOverSql } from './sync-over-sql.ts';
import { nextEpoch } from './sync/epochs.ts';
import { beginEpoch, epochPort } from './sync/sql/epochs.ts';
import { createUndoing, type Undoing } from './undoing.ts';
import { serverVersion } from './version.ts';
import { createMeters, type Meters } from './watch/meters.ts';
import { listenForMetrics } from './watch/metrics-routes.ts';
import { sweepSettlements } from './sync/settlement/settle.ts';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type RunningServer = {
  /** where it listens */
  url: string;
  /** link of the first use, while there is no ADMIN */
  setupLink: string | null;
  /** Finishes the calls under way, closes the database, releases everything. */
  stop(): Promise<void>;
};

type StartOptions = {
  clientDir: string;
  onFatal: (reason: string) => void;
  /** Serves a demo's data, and nothing else does. */
  isDemo?: boolean;
  /** JSON of DemoFacts (domain/demo-facts.ts) for the pages of a demo; ignored where this is none */
  demoFacts?: string;
  /** the build's own where absent; a server that runs from its sources has none */
  version?: string;
  /** how copies are made where `config.archive` asks for them; in this process where absent */
  copies?: Copies;
};

/** Opens the database, brings it up to date, listens. Rejects with a sentence an operator can act on. */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const meters = createMeters(options.version ?? serverVersion);
  const logger = createLog(config.logLevel, (level) => meters.logLines.inc({ level }));
  makePrivateFolder(config.dataDir);
  const opening = openDatabase({
    dataDir: `${config.dataDir}/db`,
    ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
    limits: config.databaseLimits,
    waitSeconds: config.startWaitSeconds,
    log: (level, message, fields) => logger[level](fields ?? {}, message),
    onFatal: options.onFatal,
    archiveSeconds: config.archive?.seconds,
  });
  // Half of a start is the loading of what answers calls: it takes its time while PostgreSQL takes its own.
  const loading = import('./app.ts');
  const database = await opening;
  const undoing = createUndoing();
  undoing.add(() => database.close());
  try {
    await bringUpToDate(config, database, logger);
    await beginEpochAfterRestore(config, database);
    if (!options.isDemo && (await readSetting(database, 'demo')) !== null)
      throw new Error(
        'Estos datos son de la demostración. Para trabajar de verdad use otra carpeta en DATA_DIR.',
      );
    return await serve(config, { ...options, meters, undoing, app: await loading }, database, logger);
  } catch (error) {
    await undoing.run().catch((failure: unknown) => {
      logger.warn({ err: failure }, 'a start that failed could not be undone completely');
    });
    throw error;
  }
}

/**
 * The schema, and the order of commits of a database that was loaded elsewhere: both are the owner's to change. With
 * DATABASE_OWNER_URL the running role gets what it needs and no more; without it, it is the owner.
 */
async function bringUpToDate(config: Config, database: Database, logger: Logger): Promise<void> {
  const prepare = async (owner: Database): Promise<boolean> => {
    const { isNewer } = await migrate(owner);
    if (isNewer) logger.warn('La base de datos es de una versión más nueva, con la que esta puede seguir.');
    await adoptCommitOrder(owner, (movements) =>
      logger.warn(
        { movements },
        'loaded from another PostgreSQL: its movements are put in the order of this one',
      ),
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
    // What newer tables allow is known to the newer program, which has said it.
    if (!isNewer) await grantRunningRole(owner, role);
  } finally {
    await owner.close();
  }
}

/** What devices did since the copy that was put back is asked of them (docs/decisions/0017). */
async function beginEpochAfterRestore(config: Config, database: Database): Promise<void> {
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

type Parts = StartOptions & { meters: Meters; undoing: Undoing; app: typeof import('./app.ts') };

async function serve(
  config: Config,
  { clientDir, meters, copies, undoing, isDemo = false, demoFacts, version, app: { createApp } }: Parts,
  database: Database,
  logger: ReturnType<typeof createLog>,
): Promise<RunningServer> {
  const { key, boxes, secret } = await settleSecrets(config, database, { logger, isDemo });
  const setupToken = await prepareSetupToken(database);
  // After a copy was put back all of the ledger may be left to sum: no call is to pay for it.
  await foldDays(database, config.timeZone);
  let isStopping = false;
  const clock = await followDatabaseClock(database, (error) =>
    logger.warn({ err: error }, 'the clock of the database could not be read'),
  );
  undoing.add(clock.stop);
  const archiving = archiveOf(config, {
    now: clock.now,
    log: (level, text, fields) => logger[level](fields ?? {}, text),
    copies,
  });
  if (archiving) {
    undoing.add(archiving.stop);
    // The database puts its last part of the log aside when it closes.
    undoing.addLast(archiving.finish);
  }
  const readCopy = followCopyOf(config, { database, now: clock.now, logger, meters });
  if (readCopy) undoing.add(readCopy.stop);
  const app = await createApp({
    config,
    database,
    ...(readCopy ? { readCopy } : {}),
    secret,
    sealKey: keyFor(key, 'receipt-seal'),
    keyBox: boxes.issuingKeys,
    factorBox: boxes.secondFactors,
    clientDir,
    ...(isDemo && demoFacts !== undefined ? { demoFacts } : {}),
    ...(version === undefined ? {} : { version }),
    meters,
    isWatched: true,
    ...archiving?.seen,
    logger,
    now: clock.now,
    liveNow: clock.live,
    ...(config.databaseUrl ? {} : { ownDataDir: config.dataDir }),
    isStopping: () => isStopping,
  });
  undoing.add(() => app.close());
  if (!fitsPrintedCode(longestVoucherLink(config.publicUrl)))
    logger.warn('PUBLIC_URL es larga: los códigos QR impresos serán más densos y más difíciles de leer');
  const metrics = config.metricsAt
    ? await listenForMetrics(meters, { ...config.metricsAt, token: config.metricsToken })
    : null;
  if (metrics) undoing.add(metrics.close);
  await app.listen({ host: config.host, port: config.port });
  undoing.add(startTimers(config, database, clock.now, logger));
  return {
    url: addressOf(config, app.server.address() as AddressInfo),
    setupLink: setupToken === null ? null : `${config.publicUrl}/primer-uso?token=${setupToken}`,
    stop: async () => {
      isStopping = true;
      // Proxies see /ready say no before the port closes, and send nobody any more.
      await sleep(config.stopDelaySeconds * 1_000);
      await undoing.run();
    },
  };
}

/** Keys and secrets of this start. Those in the database are closed where the key is kept apart from its copies. */
async function settleSecrets(
  config: Config,
  database: Database,
  { logger, isDemo }: { logger: Logger; isDemo: boolean },
) {
  const key = readKeyFile(config.keyFile);
  const boxes = openSecretBoxes(config.closesSecrets ? key : null);
  await closeOpenSecrets(database, boxes);
  // A demo has nothing to hide.
  if (!config.closesSecrets && !isDemo)
    logger.warn(
      'KEY_FILE no está puesto: los secretos del servidor quedan abiertos en la base de datos y en sus copias',
    );
  return { key, boxes, secret: await settleTokenSecret(database, boxes, randomBytes(32)) };
}

/** Where it listens, as something on this machine reaches it. */
function addressOf({ host, tls }: Config, { port }: AddressInfo): string {
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const near = bracketed === '0.0.0.0' || bracketed === '[::]' ? '127.0.0.1' : bracketed;
  return `${tls ? 'https' : 'http'}://${near}:${port}`;
}

/** DATABASE_READ_URL: the server starts without it, and uses it while it is there and follows closely. */
function followCopyOf(
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

const sweepEveryMs = 60_000;
/** Reports read what is not summed yet from the ledger itself: so much of it is little. */
const foldEveryMs = 5_000;
const forgetEveryMs = 3_600_000;

/** What a server does by itself: sales that can be settled, and the sums of days. Returns what stops it. */
function startTimers(
  config: Config,
  database: Database,
  now: () => Date,
  logger: Logger,
): () => Promise<void> {
  const onFailure = (error: unknown, what: string) =>
    logger.error({ err: error, what }, 'settling was put off');
  const settlement = settlementOverSql({ database, now, onFailure });
  const stopSweeping = startRepeating(
    async () => {
      await sweepSettlements(settlement);
      await postWaiting({ database, now, onFailure });
    },
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
      const gone = await letGo(database, now(), config.keepDays);
      if (Object.values(gone).some((count) => count > 0)) logger.info(gone, 'what had its time was let go');
    },
    (error) => logger.error({ err: error }, 'what had its time was not let go'),
    forgetEveryMs,
  );
  const stopMaking = startRepeating(
    async () => {
      const { stray } = await makeMonths(database);
      if (stray > 0) logger.error({ postings: stray }, 'postings lie in no month');
    },
    (error) => logger.error({ err: error }, 'the months to come were not made'),
    forgetEveryMs,
  );
  return async () => {
    isEnding = true;
    await stopMaking();
    await stopForgetting();
    await stopSweeping();
    await stopFolding();
  };
}

/**
 * Structured logs without secrets: no bodies, no tokens, no voucher links. A voucher's uuid in a path is its key, so the
 * path is logged by its route's pattern, never as it came.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: { process: `${hostname()}:${process.pid}` },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: { method: string; ip: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'unknown',
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
}

/** pino's number of `warn` */
const warnLevel = 40;

/** `onLine` hears of each line of level warn and above. */
export function createLog(
  level: string,
  onLine: (level: string) => void,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const hooks: LoggerOptions['hooks'] = {
    logMethod(line, method, number) {
      const label = pino.levels.labels[number];
      if (label !== undefined && number >= warnLevel) onLine(label);
      method.apply(this, line);
    },
  };
  return pino({ ...logOptions(level), hooks }, destination);
}
