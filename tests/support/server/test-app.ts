import type { FastifyBaseLogger } from 'fastify';
import type { PurchaseGroups } from '#src/operations/purchase/queue.ts';
import { createApp } from '#src/server/app.ts';
import type { ConnectionLimits } from '#src/server/http/bare-app.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import type { Quotas } from '#src/server/http/throttle.ts';
import type { Meters } from '#src/server/nouns/watch/meters.ts';
import { readConfig, type Config } from '#src/server/run/config.ts';
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

export type TestAppOptions = {
  quotas?: Partial<Quotas>;
  environment?: Record<string, string>;
  /** Fewer than a market may set, so that no test waits a year for an expiry. */
  voucherDays?: number;
  now?: () => Date;
  liveNow?: () => Date;
  clockAheadUntil?: () => Date | null;
  purchaseGroups?: PurchaseGroups;
  meters?: Meters;
  oldestWire?: number;
  connectionLimits?: ConnectionLimits;
  logger?: FastifyBaseLogger;
};

/** Opens the real server over this database, without a client build. Requests use `app.inject`. */
export function openTestApp(database: Database, options: TestAppOptions = {}): Promise<App> {
  const read = readConfig({ PUBLIC_URL: 'http://localhost:3000', ...options.environment });
  const config: Config =
    options.voucherDays === undefined ? read : { ...read, voucherDays: options.voucherDays };
  return createApp({
    config,
    database,
    secret: Buffer.alloc(32, 7),
    sealKey: Buffer.alloc(32, 8),
    clientDir: '/there-is-no-client-here',
    quotas: { ...wideQuotas, ...options.quotas },
    // The lowest cost that argon2 accepts: a hash of production takes as long as twenty other calls.
    hashCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    maxEventLoopDelayMs: 0,
    ...(options.logger ? { logger: options.logger } : {}),
    ...(options.now ? { now: options.now } : {}),
    ...(options.liveNow ? { liveNow: options.liveNow } : {}),
    ...(options.clockAheadUntil ? { clockAheadUntil: options.clockAheadUntil } : {}),
    ...(options.meters ? { meters: options.meters } : {}),
    ...(options.oldestWire === undefined ? {} : { oldestWire: options.oldestWire }),
    ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
    ...(options.purchaseGroups === undefined ? {} : { purchaseGroups: options.purchaseGroups }),
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
