import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:https';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyServerFactory } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { defaultBodyLimitBytes } from '#src/contract/call.ts';
import { serveApiDescription } from './api-description.ts';
import { boundConnections, type ConnectionQuota } from './connections.ts';
import { type App, logCalls } from './fastify-app.ts';
import { handleError } from './replies.ts';
import { securityHeaders } from './security-headers.ts';
import { countOtherCalls, defaultQuotas, slowRefusals, type Quotas } from './throttle.ts';

export type BareAppDeps = {
  config: {
    /** PEM files of certificate and key; undefined for plain HTTP. */
    tls: { certFile: string; keyFile: string } | undefined;
    /** Returns whether a peer is a proxy, whose statement of the caller's address is trusted. */
    trustProxy: false | ((address: string, hop: number) => boolean);
    maxConnections: number;
    publicUrl: string;
    currencySymbol: string;
  };
  /** Absent: no logs. */
  logger?: FastifyBaseLogger;
  connectionLimits?: ConnectionLimits;
  isStopping?: () => boolean;
  quotas?: Quotas;
  /**
   * Event loop delay above which calls get 503, so that running calls finish; 0 disables it, for tests on a
   * busy machine.
   */
  maxEventLoopDelayMs?: number;
};

/**
 * Keeps Fastify from loading its own schema compilers, a tenth of the start. All schemas are compiled by zod.
 */
function unused(): never {
  throw new Error('a schema that zod did not make');
}

/** Creates the server without routes: parsing, validation and error handling. */
export async function createBareApp({
  config,
  logger,
  maxEventLoopDelayMs = 5_000,
  connectionLimits = defaultConnectionLimits,
  isStopping = () => false,
  quotas = defaultQuotas,
}: BareAppDeps): Promise<App> {
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
    // Requests that arrive while the port closes get our own JSON refusal.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  limitConnections(app.server, connectionLimits, {
    max: config.maxConnections,
    isProxy,
  });
  // Only JSON is accepted: Fastify's own text parser is removed.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  logCalls(app);
  app.decorate('currencySymbol', config.currencySymbol);
  app.decorateRequest('actor', null);
  app.decorateRequest('person', null);
  const always = securityHeaders(config.publicUrl);
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(always);
    // A proxy must not reuse a kept connection once the server is stopping.
    if (isStopping()) reply.header('connection', 'close');
    next();
  });
  await app.register(underPressure, { maxEventLoopDelay: maxEventLoopDelayMs, exposeStatusRoute: false });
  countOtherCalls(app, quotas.otherRoutes);
  slowRefusals(app, quotas.refusals);
  await serveApiDescription(app, quotas.description);
  return app;
}

/**
 * Returns the generator of call ids: the id from a trusted proxy, so that both logs agree, otherwise one that
 * is unique across processes and starts. A caller's own id could imitate another caller's in the log.
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

/** Listens for HTTPS with this certificate: a market's own machine has no proxy in front. */
function httpsServer(
  files: { certFile: string; keyFile: string },
  connectionsCheckingInterval: number,
): FastifyServerFactory {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  return (handler) => createServer({ ...pair, connectionsCheckingInterval }, handler);
}

/** Limits of the time that a caller may hold a connection open without a complete request. */
export type ConnectionLimits = {
  /** Time for a whole request to arrive. The longest is a hundred operations over a slow line. */
  requestMs: number;
  headersMs: number;
  /** Time without a byte in either direction. */
  silenceMs: number;
  /** Interval at which Node checks for requests that take too long. */
  checkMs: number;
};

const defaultConnectionLimits: ConnectionLimits = {
  requestMs: 60_000,
  headersMs: 10_000,
  silenceMs: 120_000,
  checkMs: 5_000,
};

/** Sets the limits for http and https alike: Fastify does not change a server that it did not create. */
function limitConnections(server: Server, limits: ConnectionLimits, quota: ConnectionQuota): void {
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.headersMs, limits.requestMs);
  server.setTimeout(limits.silenceMs);
  boundConnections(server, quota);
}
