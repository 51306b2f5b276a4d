import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { oldestWireServed, wireVersion, wireVersionHeader } from '#src/contract/version.ts';
import type { Context } from './context.ts';
import { createContext, type ContextDeps } from './create-context.ts';
import { createBareApp, type BareAppDeps } from './http/bare-app.ts';
import type { App } from './http/fastify-app.ts';
import { refuseOlderThan } from './http/guard.ts';
import { healthRoutes } from './http/health-routes.ts';
import { pageRoutes } from './http/page-routes.ts';
import { nouns } from './nouns.ts';
import { createVoucherInPage } from './nouns/vouchers/find-voucher.ts';
import { meterCalls, metricsRoute } from './nouns/watch/metrics-routes.ts';
import type { Config } from './run/config.ts';
import { createReadiness } from './store/readiness.ts';

export type AppDeps = ContextDeps &
  BareAppDeps & {
    config: Config;
    /** Folder of the built client. Without it only the API is served. */
    clientDir: string;
    /** JSON for the pages of a demo. */
    demoFacts?: string;
    /** Oldest client version served; the contract's by default. */
    oldestWire?: number;
  };

/** Returns the server, ready to listen. The database is open and migrated. Leaves nothing running when it rejects. */
export async function createApp(deps: AppDeps): Promise<App> {
  const app = await createBareApp(deps);
  try {
    const context = createContext(deps, app.log);
    await app.register(async (plain) => serveApi(plain.withTypeProvider<ZodTypeProvider>(), context, deps), {
      prefix: '/api/v1',
    });
    await servePages(app, context, deps);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Serves every call below /api/v1. A plugin inherits only hooks registered before it, so the plugins of the
 * nouns come last.
 */
async function serveApi(api: App, context: Context, deps: AppDeps): Promise<void> {
  const { config, oldestWire = oldestWireServed, isStopping = () => false } = deps;
  const { money, meters, now, version, ownDataDir } = context;
  api.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header(wireVersionHeader, wireVersion);
  });
  api.addHook('onRequest', refuseOlderThan(oldestWire));
  meterCalls(api, meters);
  metricsRoute(api, meters, { token: config.metricsToken, hasOwnPort: config.metricsAt !== undefined });
  const readiness = createReadiness(money, { dataDir: ownDataDir });
  healthRoutes(context.routesOn(api), { readiness, now, isStopping, version });
  for (const noun of Object.values(nouns)) await api.register(noun, { context });
  for (const { routes } of context.extras) await api.register(routes, { context });
}

async function servePages(app: App, context: Context, { clientDir, demoFacts = '' }: AppDeps): Promise<void> {
  const { database, now, quotas, timeZone } = context;
  const voucherInPage = createVoucherInPage({ database, now, quota: quotas.voucherLookup });
  await pageRoutes(app, clientDir, voucherInPage, { timeZone, demo: demoFacts });
}
