import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { fitsPrintedCode, longestVoucherLink } from '#src/protocol/voucher-link.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { prepareSetupToken } from '#src/server/nouns/accounts/registrations.ts';
import { createMeters, type Meters } from '#src/server/nouns/watch/meters.ts';
import { listenForMetrics } from '#src/server/nouns/watch/metrics-routes.ts';
import { followDatabaseClock } from '#src/server/store/database-clock.ts';
import type { Database } from '#src/server/store/database.ts';
import { readSetting } from '#src/server/store/records/settings.ts';
import {
  closeOpenSecrets,
  openSecretBoxes,
  settleTokenSecret,
} from '#src/server/store/secrets/close-secrets.ts';
import { keyFor, readKeyFile } from '#src/server/store/secrets/key-file.ts';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import type { Config } from './config.ts';
import { startDailyCopies, type Copies } from './daily-copies.ts';
import { openDatabase } from './postgres/open-database.ts';
import { beginEpochAfterRestore, bringUpToDate } from './start/bring-up-to-date.ts';
import { createLog } from './start/log.ts';
import { startTimers } from './start/timers.ts';
import { createUndoing, type Undoing } from './start/undoing.ts';
import { serverVersion } from './version.ts';

export type RunningServer = {
  /** Address on which it listens. */
  url: string;
  /** Link of the first use while there is no ADMIN. */
  setupLink: string | null;
  /** Completes running calls, closes the database, releases everything. */
  stop(): Promise<void>;
};

type StartOptions = {
  clientDir: string;
  onFatal: (reason: string) => void;
  /** Serves the data of a demo. */
  isDemo?: boolean;
  /** JSON of DemoFacts (domain/demo-facts.ts) for the pages of a demo; ignored otherwise. */
  demoFacts?: string;
  /** The build's own by default; none when running from sources. */
  version?: string;
  /** Makes copies when `config.copies` requires them; in this process by default. */
  copies?: Copies;
};

/** Opens the database, updates it, and listens. Rejects with a sentence that an operator can act on. */
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
  });
  // Loading the request handlers is half of the start, so it overlaps with PostgreSQL's.
  const loading = import('#src/server/app.ts');
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

type Parts = StartOptions & { meters: Meters; undoing: Undoing; app: typeof import('#src/server/app.ts') };

async function serve(
  config: Config,
  { clientDir, meters, copies, undoing, isDemo = false, demoFacts, version, app: { createApp } }: Parts,
  database: Database,
  logger: Logger,
): Promise<RunningServer> {
  const { key, boxes, secret } = await settleSecrets(config, database, { logger, isDemo });
  const setupToken = await prepareSetupToken(database);
  // After a restore the whole ledger may have to be folded: no call may wait for it.
  await foldDays(database, config.timeZone);
  let isStopping = false;
  const clock = await followDatabaseClock(database, (error) =>
    logger.warn({ err: error }, 'the clock of the database could not be read'),
  );
  undoing.add(clock.stop);
  const stopCopies = startDailyCopies(config, {
    now: clock.now,
    log: (level, text, fields) => logger[level](fields ?? {}, text),
    copies,
  });
  if (stopCopies) undoing.add(stopCopies);
  const app = await createApp({
    config,
    database,
    secret,
    sealKey: keyFor(key, 'receipt-seal'),
    keyBox: boxes.issuingKeys,
    factorBox: boxes.secondFactors,
    clientDir,
    ...(isDemo && demoFacts !== undefined ? { demoFacts } : {}),
    ...(version === undefined ? {} : { version }),
    meters,
    isWatched: true,
    logger,
    now: clock.now,
    liveNow: clock.live,
    clockAheadUntil: clock.aheadUntil,
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
      // Proxies see /ready fail before the port closes, and stop sending callers.
      await sleep(config.stopDelaySeconds * 1_000);
      await undoing.run();
    },
  };
}

/** Returns its address as reached from this machine. */
function addressOf({ host, tls }: Config, { port }: AddressInfo): string {
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const near = bracketed === '0.0.0.0' || bracketed === '[::]' ? '127.0.0.1' : bracketed;
  return `${tls ? 'https' : 'http'}://${near}:${port}`;
}

/** Returns the keys and secrets of this start. Secrets in the database are sealed when the key is kept apart from its copies. */
async function settleSecrets(
  config: Config,
  database: Database,
  { logger, isDemo }: { logger: Logger; isDemo: boolean },
) {
  const key = readKeyFile(config.keyFile);
  const boxes = openSecretBoxes(config.closesSecrets ? key : null);
  await closeOpenSecrets(database, boxes);
  // A demo holds no real secrets.
  if (!config.closesSecrets && !isDemo)
    logger.warn(
      'KEY_FILE no está puesto: los secretos del servidor quedan abiertos en la base de datos y en sus copias',
    );
  return { key, boxes, secret: await settleTokenSecret(database, boxes, randomBytes(32)) };
}
