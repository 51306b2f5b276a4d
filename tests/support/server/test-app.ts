import { createApp, type AppDeps } from '#src/server/app.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import type { Quotas } from '#src/server/http/throttle.ts';
import { readConfig } from '#src/server/run/config.ts';
import type { Database } from '#src/server/store/database.ts';

const wide = { points: 1_000_000, seconds: 60 };

/** Quotas that no test reaches by accident. */
export const wideQuotas: Quotas = {
  health: wide,
  session: wide,
  otherRoutes: wide,
  description: wide,
  refusals: wide,
  loginAccount: wide,
  loginAccountAnywhere: wide,
  loginAddress: wide,
  registration: wide,
  voucherLookup: wide,
  catalogue: wide,
  pointsLookup: wide,
  keyLookup: wide,
  holderPurchase: wide,
  deviceCall: wide,
  deviceStranger: wide,
  deviceInItsName: wide,
  shortCodes: wide,
  shortCodeMisses: wide,
  marketCodeMisses: wide,
  pointBlocks: wide,
};

export type TestAppOptions = Partial<
  Pick<
    AppDeps,
    | 'now'
    | 'liveNow'
    | 'clockAheadUntil'
    | 'purchaseGroups'
    | 'meters'
    | 'oldestWire'
    | 'connectionLimits'
    | 'logger'
  >
> & {
  quotas?: Partial<Quotas>;
  environment?: Record<string, string>;
  /** Fewer than a market may set, so that no test waits a year for an expiry. */
  voucherDays?: number;
};

/** Opens the real server over this database, without a client build. Requests use `app.inject`. */
export function openTestApp(database: Database, options: TestAppOptions = {}): Promise<App> {
  const { quotas, environment, voucherDays, ...rest } = options;
  const config = readConfig({ PUBLIC_URL: 'http://localhost:3000', ...environment });
  return createApp({
    ...rest,
    config: voucherDays === undefined ? config : { ...config, voucherDays },
    database,
    secret: Buffer.alloc(32, 7),
    sealKey: Buffer.alloc(32, 8),
    clientDir: '/there-is-no-client-here',
    quotas: { ...wideQuotas, ...quotas },
    // The lowest cost that argon2 accepts: a hash of production takes as long as twenty other calls.
    hashCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    maxEventLoopDelayMs: 0,
  });
}

/** Target of a request: the app in this process, or one elsewhere. */
export type Asked = {
  inject(request: {
    method: 'GET' | 'POST' | 'DELETE';
    url: string;
    headers?: Record<string, string>;
    payload?: object;
  }): Promise<{ statusCode: number; body: string; rawPayload: Buffer; headers: Record<string, unknown> }>;
};

export type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/** Makes one request like a client; the answer's body is parsed, if any. */
export async function ask(
  app: Asked,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  request: { body?: unknown; token?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: request.body as object }),
  });
  const body: unknown = response.body === '' ? {} : JSON.parse(response.body);
  return {
    status: response.statusCode,
    body: body as Record<string, unknown>,
    headers: response.headers,
  };
}
