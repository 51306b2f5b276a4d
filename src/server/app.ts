import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { defaultBodyLimitBytes } from '#src/contract/call.ts';
import { oldestWireServed } from '#src/contract/version.ts';
import type { Config } from './config.ts';
import { createPurchaseQueue } from './ledger/purchase-queue.ts';
import { authRoutes } from '#src/server/accounts/sign-in-routes.ts';
import { controlRoutes } from '#src/server/http/control-routes.ts';
import { deviceRoutes } from '#src/server/devices/routes.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { createGuard, refuseOlderThan } from '#src/server/http/guard.ts';
import { handleError } from '#src/server/http/handle-error.ts';
import { healthRoutes } from '#src/server/http/health-routes.ts';
import { httpsServer } from '#src/server/http/secure-transport.ts';
import { marketRoutes } from '#src/server/accounts/routes.ts';
import { openApi } from '#src/server/http/open-api.ts';
import { pageRoutes } from '#src/server/http/page-routes.ts';
import { purchaseRoutes } from '#src/server/purchases/routes.ts';
import { registrationRoutes } from '#src/server/accounts/routes.ts';
import { cashRoutes } from '#src/server/cash/routes.ts';
import { customerRoutes } from '#src/server/customers/routes.ts';
import { liveRoutes } from '#src/server/reports/live-routes.ts';
import { passwordRoutes } from '#src/server/accounts/sign-in-routes.ts';
import { pointsRoutes } from '#src/server/points/routes.ts';
import { productRoutes } from '#src/server/products/routes.ts';
import { reportRoutes } from '#src/server/reports/routes.ts';
import { createRoutes } from '#src/server/http/routes.ts';
import { securityHeaders } from '#src/server/http/secure-transport.ts';
import { settlementRoutes } from '#src/server/settlement/routes.ts';
import { syncRoutes } from '#src/server/sync/routes.ts';
import { defaultQuotas, type Quotas } from '#src/server/http/throttle.ts';
import { userRoutes } from '#src/server/accounts/routes.ts';
import { createVoucherInPage } from '#src/server/vouchers/voucher-in-page.ts';
import { voucherRoutes } from '#src/server/vouchers/routes.ts';
import { createAccessTokens } from '#src/server/http/access-tokens.ts';
import { listLateDevices } from '#src/server/devices/devices.ts';
import { createPasswordCheck } from './accounts/password-hash.ts';
import { syncOverSql } from './sync-over-sql.ts';
import type { Database } from './store/database.ts';

export type AppDeps = {
  config: Config;
  database: Database;
  /** signs tokens; at least 32 bytes, the same in every process of one database */
  secret: Uint8Array;
  /** the built client, or a folder that does not exist: then only the API is served */
  clientDir: string;
  /** none: silent */
  logger?: FastifyBaseLogger;
  /** the oldest client served; the contract's where absent */
  oldestWire?: number;
  /** opens the control routes */
  controlToken?: string;
  now?: () => Date;
  quotas?: Quotas;
  isStopping?: () => boolean;
  /** purchases in one statement at most; 1 turns group commit off, to measure what it is worth */
  maxPurchaseBatch?: number;
  /** how often the live feed asks the database, while anybody watches */
  livePollMs?: number;
};

/** The server without a route: how it reads, validates and answers errors. */
async function bareApp({ config, logger }: AppDeps): Promise<App> {
  const { tls } = config;
  const app: App = Fastify({
    ...(tls ? { serverFactory: httpsServer(tls) } : {}),
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    bodyLimit: defaultBodyLimitBytes,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.decorate('currencySymbol', config.currencySymbol);
  app.decorateRequest('actor', null);
  app.decorateRequest('person', null);
  await app.register(helmet, securityHeaders(config.publicUrl));
  await app.register(underPressure, { maxEventLoopDelay: 5_000, exposeStatusRoute: false });
  await openApi(app);
  return app;
}

/** Wires services to routes. The database is open and migrated. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, secret, quotas = defaultQuotas, now = () => new Date() } = deps;
  const app = await bareApp(deps);
  const accessTokens = createAccessTokens(secret, config.accessTokenMinutes);
  const guard = createGuard({ database, accessTokens, now });
  const purchases = createPurchaseQueue(
    database,
    now,
    deps.maxPurchaseBatch === undefined ? {} : { maxBatch: deps.maxPurchaseBatch },
  );
  const directory = { database, now, timeZone: config.timeZone };
  const sessions = {
    database,
    accessTokens,
    passwordMatches: await createPasswordCheck(),
    secret,
    refreshTokenDays: config.refreshTokenDays,
    now,
  };
  const { topUps, sync } = syncOverSql({
    config,
    database,
    now,
    onFailure: (error, what) => app.log.error({ err: error, what }, 'an operation was put off'),
  });

  await app.register(
    async (plain) => {
      const api = plain.withTypeProvider<ZodTypeProvider>();
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      api.addHook('onRequest', refuseOlderThan(deps.oldestWire ?? oldestWireServed));
      const routes = createRoutes(api, { guard, quotas });
      const areas = { ...topUps, timeZone: config.timeZone, passwordMatches: sessions.passwordMatches };
      const clocked = { database, now };
      healthRoutes(api, routes, { ...clocked, isStopping: deps.isStopping ?? (() => false) });
      authRoutes(routes, { sessions, quotas });
      passwordRoutes(routes, { passwords: areas, quotas });
      registrationRoutes(routes, clocked);
      userRoutes(routes, { directory, approvals: clocked });
      marketRoutes(routes, { directory, approvals: clocked });
      voucherRoutes(routes, { topUps, vouchers: areas });
      purchaseRoutes(routes, { purchases: { ...clocked, purchases }, directory });
      productRoutes(routes, areas);
      customerRoutes(routes, areas);
      pointsRoutes(routes, areas);
      reportRoutes(routes, areas);
      cashRoutes(routes, { ...areas, lateDevices: (marketId) => listLateDevices(sync, marketId) });
      deviceRoutes(routes, sync);
      syncRoutes(routes, sync);
      settlementRoutes(routes, sync);
      liveRoutes(api, routes, { ...clocked, pollMs: deps.livePollMs ?? 1_000 });
      if (deps.controlToken) controlRoutes(api, { database, controlToken: deps.controlToken });
    },
    { prefix: '/api/v1' },
  );
  const voucherInPage = createVoucherInPage({ database, now, quota: quotas.voucherLookup });
  await pageRoutes(app, deps.clientDir, voucherInPage, config.timeZone);
  return app;
}
