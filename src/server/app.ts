import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Check } from '#src/contract/server-state/schemas.ts';
import { defaultBodyLimitBytes } from '#src/contract/call.ts';
import { oldestWireServed, wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import { createPasswordCheck } from './accounts/password-hash.ts';
import {
  marketRoutes,
  registrationRoutes,
  userRoutes,
  authRoutes,
  passwordRoutes,
  factorRoutes,
} from './accounts/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import type { Config } from './config.ts';
import { complaintRoutes } from './complaints/routes.ts';
import { copiedReads } from './http/copied/copied-reads.ts';
import type { ReadCopy } from './store/pooling/read-copy.ts';
import { customerRoutes, personalDataRoutes } from './customers/routes.ts';
import { listLateDevices } from './devices/devices.ts';
import { noteFaults } from './devices/faults.ts';
import { createRescueKey } from './devices/rescue-files.ts';
import { createMarketLists } from './devices/market-lists.ts';
import { deviceRoutes } from './devices/routes.ts';
import { type AccessTokens, createAccessTokens } from './http/access-tokens.ts';
import { type App, logCalls, openApi } from './http/fastify-app.ts';
import { createGuard, refuseOlderThan, type Guard } from './http/guard.ts';
import { handleError } from './http/replies.ts';
import { healthRoutes } from './http/health-routes.ts';
import { pageRoutes } from './http/page-routes.ts';
import { createRoutes, type Routes } from './http/routes.ts';
import {
  defaultConnectionLimits,
  httpsServer,
  limitConnections,
  permissionsPolicy,
  securityHeaders,
  type ConnectionLimits,
} from './http/secure-transport.ts';
import { defaultQuotas, type Quotas } from './http/throttle.ts';
import { createPurchaseQueue, usualGroups, type PurchaseGroups } from './ledger/purchase-queue.ts';
import { pointsRoutes } from './points/routes.ts';
import { productRoutes } from './products/routes.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { liveRoutes } from './reports/live-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { settlementRoutes } from './settlement/routes.ts';
import { inMoneyLane, type Database } from './store/database.ts';
import type { SecretBox } from '#src/server/secrets/secret-box.ts';
import { keyFor } from '#src/server/secrets/key-file.ts';
import { createReadiness } from './store/readiness.ts';
import { restoredRoutes } from './restored/routes.ts';
import { sheetRoutes } from './sheets/routes.ts';
import { supplierRoutes } from './suppliers/routes.ts';
import { syncOverSql } from './sync-over-sql.ts';
import { createSealer } from './sync/envelopes/receipt-seal.ts';
import { syncRoutes } from './sync/routes.ts';
import { topUpRoutes } from './topups/routes.ts';
import { serverVersion } from './version.ts';
import { voucherRoutes } from './vouchers/routes.ts';
import { createVoucherInPage } from './vouchers/find-voucher.ts';
import { createMeters, meterProcess, type Meters } from './watch/meters.ts';
import { meterCalls, metricsRoute } from './watch/metrics-routes.ts';
import { watchRoutes } from './watch/routes.ts';
import { readServerState, type StateDeps } from './watch/server-state.ts';
import { startRepeating } from './repeating.ts';
import { createLook, watchEveryMs } from './watch/watch.ts';

export type AppDeps = {
  config: Config;
  database: Database;
  /** of which the keys of tokens are made; at least 32 bytes, the same in every process of one database */
  secret: Uint8Array;
  /** seals receipts; kept outside of the database, the same in every process of one */
  sealKey: Uint8Array;
  /** closes the issuing keys in the database; they lie open where there is none */
  keyBox?: SecretBox;
  /** and the secrets of second factors */
  factorBox?: SecretBox;
  /** for reports and lists; none: they are read from `database` */
  readCopy?: ReadCopy;
  /** the built client, or a folder that does not exist: then only the API is served */
  clientDir: string;
  /** JSON that only the pages of a demo carry */
  demoFacts?: string;
  /** what callers and devices see as this server's version; the build's where absent */
  version?: string;
  /** none: silent */
  logger?: FastifyBaseLogger;
  /** the oldest client served; the contract's where absent */
  oldestWire?: number;
  /** what is recorded says this time */
  now?: () => Date;
  /** the time that clocks outside are compared with; `now` where absent */
  liveNow?: () => Date;
  quotas?: Quotas;
  /** folder of the server's own PostgreSQL, whose disk is watched; none with another one */
  ownDataDir?: string;
  isStopping?: () => boolean;
  /** above this delay of the event loop calls get 503, so that those under way end; 0 turns it off, for a crowded machine's tests */
  maxEventLoopDelayMs?: number;
  connectionLimits?: ConnectionLimits;
  /** how purchases are put together; one a statement turns group commit off, to measure what it is worth */
  purchaseGroups?: PurchaseGroups;
  /** what the process counts; its own where absent */
  meters?: Meters;
  /** up to when the log is archived; absent: it is not */
  archiveCheck?: () => Check | null;
  /** the state of the database is read into them all the time; only at a start */
  isWatched?: boolean;
  /** how often the live feed asks the database, while anybody watches */
  livePollMs?: number;
};

/** Schemas are zod's. Without a word Fastify loads compilers of its own for them: a tenth of a start. */
function unused(): never {
  throw new Error('a schema that is not of zod');
}

/** The server without routes: parsing, validation and error handling. */
async function bareApp({
  config,
  logger,
  maxEventLoopDelayMs = 5_000,
  connectionLimits = defaultConnectionLimits,
  isStopping = () => false,
}: AppDeps): Promise<App> {
  const { tls } = config;
  const { checkMs } = connectionLimits;
  const isProxy = (address: string): boolean => config.trustProxy !== false && config.trustProxy(address, 0);
  const app: App = Fastify({
    ...(tls
      ? { serverFactory: httpsServer(tls, checkMs) }
      : { http: { connectionsCheckingInterval: checkMs } }),
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused } },
    genReqId: callIds(isProxy),
    bodyLimit: defaultBodyLimitBytes,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What still arrives while the port closes is answered, and not in somebody else's JSON.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  limitConnections(app.server, connectionLimits, {
    max: config.maxConnections,
    isProxy,
  });
  // JSON alone is read: Fastify's own parser of text is gone.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  logCalls(app);
  app.decorate('currencySymbol', config.currencySymbol);
  app.decorateRequest('actor', null);
  app.decorateRequest('person', null);
  await app.register(helmet, securityHeaders(config.publicUrl));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    // A proxy's kept connection is not used again once the server is about to go.
    if (isStopping()) reply.header('connection', 'close');
  });
  await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, exposeStatusRoute: false });
  await openApi(app);
  return app;
}

/**
 * Ids of calls: the one that a trusted proxy gave, so that its own log says the same; else one that no other process and no other start
 * gives too. A caller's own would stand in the log beside other people's.
 */
function callIds(isProxy: (address: string) => boolean): (request: IncomingMessage) => string {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (isProxy(socket.remoteAddress ?? '') && typeof given === 'string' && /^[\w-]{8,64}$/.test(given))
      return given;
    return `${process}-${(count += 1).toString(36)}`;
  };
}

/** What signing in needs. */
async function sessionsOf(
  deps: AppDeps,
  { accessTokens, money, now }: { accessTokens: AccessTokens; money: Database; now: () => Date },
) {
  return {
    database: money,
    accessTokens,
    passwordMatches: await createPasswordCheck(),
    factorBox: deps.factorBox,
    secret: keyFor(deps.secret, 'refresh-chain'),
    refreshTokenDays: deps.config.refreshTokenDays,
    refreshIdleHours: deps.config.refreshIdleHours,
    now,
    liveNow: deps.liveNow ?? now,
  };
}

function meteredPurchases(deps: AppDeps, meters: Meters, now: () => Date) {
  const purchases = createPurchaseQueue(deps.database, now, {
    ...(deps.purchaseGroups ?? usualGroups),
    onGroup: (size) => meters.purchaseGroup.observe(size),
  });
  meterProcess(meters, { database: deps.database, waiting: purchases.waiting });
  return purchases;
}

/** What a call under /api/v1 has before its route: version, metrics; and the maker of the routes. */
function meteredRoutes(
  api: App,
  { config, oldestWire = oldestWireServed }: AppDeps,
  { guard, quotas, meters }: { guard: Guard; quotas: Quotas; meters: Meters },
): Routes {
  api.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header(wireVersionHeader, wireVersion);
  });
  api.addHook('onRequest', refuseOlderThan(oldestWire));
  meterCalls(api, meters);
  metricsRoute(api, meters, { token: config.metricsToken, hasOwnPort: config.metricsAt !== undefined });
  return createRoutes(api, {
    guard,
    quotas,
    onOperation: ({ path: call }, outcome) => meters.operations.inc({ call, outcome }),
  });
}

/** What a device's contact says beside its operations. Whether faults can be kept or not, what it sent is answered. */
function toldBySync(
  app: App,
  { meters, database, now }: { meters: Meters; database: Database; now: () => Date },
): Parameters<typeof syncRoutes>[2] {
  return {
    onResult: (state) => meters.deviceResults.inc({ state }),
    onFaults: (deviceId, faults) =>
      noteFaults(database, { deviceId, faults, now: now() }).catch((error: unknown) =>
        app.log.warn({ err: error }, 'the faults of a device could not be kept'),
      ),
  };
}

/** What the operator's page reads; where it is watched, it goes into the meters until the server stops. */
function seenState(
  app: App,
  { database, ownDataDir, archiveCheck, isWatched = false, version = serverVersion }: AppDeps,
  { meters, now, waiting }: { meters: Meters; now: () => Date; waiting: () => number },
): StateDeps {
  const state = {
    database,
    now,
    ownDataDir: ownDataDir ?? null,
    archiveCheck: archiveCheck ?? null,
    version,
    waiting,
  };
  if (!isWatched) return state;
  const stop = startRepeating(
    createLook({ database, meters, readState: () => readServerState(state) }),
    (error) => app.log.warn({ err: error }, 'the state of the database could not be read'),
    watchEveryMs,
  );
  app.addHook('onClose', stop);
  return state;
}

/** Returns the server, ready to listen. The database is open and migrated. Leaves nothing running when it rejects. */
export async function createApp(deps: AppDeps): Promise<App> {
  const app = await bareApp(deps);
  try {
    await wire(app, deps);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Wires services to routes. */
async function wire(app: App, deps: AppDeps): Promise<void> {
  const { config, database, secret, quotas = defaultQuotas, now = () => new Date() } = deps;
  const { isStopping = () => false, version = serverVersion } = deps;
  const accessTokens = createAccessTokens(keyFor(secret, 'access-tokens'), config.accessTokenMinutes);
  const money = inMoneyLane(database);
  const guard = createGuard({ database: money, accessTokens, now });
  const meters = deps.meters ?? createMeters(version);
  const purchases = meteredPurchases(deps, meters, now);
  const state = seenState(app, deps, { meters, now, waiting: purchases.waiting });
  const directory = { database, now, timeZone: config.timeZone };
  const sessions = await sessionsOf(deps, { accessTokens, money, now });
  const { topUps, sync } = syncOverSql({
    config,
    database: money,
    now,
    sealer: createSealer(deps.sealKey),
    keyBox: deps.keyBox,
    onFailure: (error, what) => app.log.error({ err: error, what }, 'an operation was put off'),
  });

  await app.register(
    async (plain) => {
      const api = plain.withTypeProvider<ZodTypeProvider>();
      const routes = meteredRoutes(api, deps, { guard, quotas, meters });
      const areas = {
        ...topUps,
        database,
        timeZone: config.timeZone,
        passwordMatches: sessions.passwordMatches,
      };
      const clocked = { database, now };
      const readiness = createReadiness(money, { dataDir: deps.ownDataDir ?? null });
      healthRoutes(routes, { readiness, now, isStopping, version });
      authRoutes(routes, { sessions, quotas });
      passwordRoutes(routes, { passwords: areas, quotas });
      factorRoutes(routes, { factors: sessions, quotas });
      registrationRoutes(routes, clocked);
      const approvals = { ...clocked, currencySymbol: config.currencySymbol };
      userRoutes(routes, { directory, approvals });
      const codes = { ...clocked, publicUrl: config.publicUrl };
      marketRoutes(routes, { directory, approvals, codes });
      topUpRoutes(routes, { ...topUps, database: money, timeZone: config.timeZone });
      voucherRoutes(routes, { ...areas, database: money, quotas });
      const copied = copiedReads(api, { database, copy: deps.readCopy ?? null, now });
      purchaseRoutes(routes, { purchases: { purchases }, history: areas, copied });
      productRoutes(routes, areas);
      supplierRoutes(routes, areas);
      sheetRoutes(routes, { ...areas, database: money });
      customerRoutes(routes, areas);
      complaintRoutes(routes, areas);
      personalDataRoutes(routes, areas);
      pointsRoutes(routes, areas);
      reportRoutes(routes, { ...areas, keyBox: deps.keyBox, copied });
      cashRoutes(routes, {
        ...areas,
        lateDevices: (marketId, dayEnd) => listLateDevices(sync, marketId, dayEnd),
      });
      restoredRoutes(routes, { ...areas, database: money });
      const marketLists = createMarketLists(database);
      deviceRoutes(routes, { ...sync, database, quotas, marketLists, rescueKey: createRescueKey(secret) });
      syncRoutes(routes, sync, toldBySync(app, { meters, database, now }));
      settlementRoutes(routes, { ...sync, database });
      watchRoutes(routes, state);
      liveRoutes(api, routes, { ...clocked, pollMs: deps.livePollMs ?? 1_000 });
    },
    { prefix: '/api/v1' },
  );
  const voucherInPage = createVoucherInPage({ database, now, quota: quotas.voucherLookup });
  const facts = { timeZone: config.timeZone, demo: deps.demoFacts ?? '' };
  await pageRoutes(app, deps.clientDir, voucherInPage, facts);
}
