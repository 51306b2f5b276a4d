import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:https';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyServerFactory } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { defaultBodyLimitBytes } from '#src/contract/call.ts';
import { boundConnections, type ConnectionQuota } from './connections.ts';
import { type App, logCalls, openApi } from './fastify-app.ts';
import { handleError } from './replies.ts';

export type BareAppDeps = {
  config: {
    /** PEM files of certificate and key; undefined: plain http */
    tls: { certFile: string; keyFile: string } | undefined;
    /** which peers are proxies, whose word on the caller's address counts */
    trustProxy: false | ((address: string, hop: number) => boolean);
    maxConnections: number;
    publicUrl: string;
    currencySymbol: string;
  };
  /** absent: nothing is logged */
  logger?: FastifyBaseLogger;
  connectionLimits?: ConnectionLimits;
  isStopping?: () => boolean;
  /**
   * event loop delay above which calls get 503, so that calls under way finish; 0 turns it off, for tests on a crowded
   * machine
   */
  maxEventLoopDelayMs?: number;
};

/** Keeps Fastify from loading its own schema compilers, a tenth of the start: zod compiles every schema. */
function unused(): never {
  throw new Error('a schema that zod did not make');
}

/** The server without routes: parsing, validation and error handling. */
export async function createBareApp({
  config,
  logger,
  maxEventLoopDelayMs = 5_000,
  connectionLimits = defaultConnectionLimits,
  isStopping = () => false,
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
    // Requests that arrive while the port closes are answered in the JSON of our own refusals.
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
 * Ids of calls: the one of a trusted proxy, so that both logs agree; else one that is unique across processes and
 * starts. A caller's own id could imitate another caller's in the log.
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

/**
 * wasm-unsafe-eval: the QR decoder is WebAssembly. unsafe-inline styles: the printing frame and toasts write style
 * elements. No upgrade of insecure requests: on a market's own network the server may speak plain http.
 */
function securityHeaders(publicUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'media-src': ["'self'", 'blob:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The voucher's link is its key: it never travels as a referrer.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    crossOriginEmbedderPolicy: false,
  };
}

/** Codes are scanned, and papers go to a printer by `serial` or `usb`; nothing else of the device is asked for. */
const permissionsPolicy = [
  ...['camera', 'serial', 'usb'].map((feature) => `${feature}=(self)`),
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');

/** Listens for HTTPS with this certificate: a market's own machine has no proxy in front. */
function httpsServer(
  files: { certFile: string; keyFile: string },
  connectionsCheckingInterval: number,
): FastifyServerFactory {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  return (handler) => createServer({ ...pair, connectionsCheckingInterval }, handler);
}

/** How long one caller may hold a connection open without a whole request. */
export type ConnectionLimits = {
  /** for a whole request to arrive: a hundred operations over a slow line take the most */
  requestMs: number;
  headersMs: number;
  /** without a byte in either direction; a live stream beats more often */
  silenceMs: number;
  /** how often Node looks for requests that take too long */
  checkMs: number;
};

const defaultConnectionLimits: ConnectionLimits = {
  requestMs: 60_000,
  headersMs: 10_000,
  silenceMs: 120_000,
  checkMs: 5_000,
};

/** For http and https alike: Fastify leaves the limits of a server that it did not make as they are. */
function limitConnections(server: Server, limits: ConnectionLimits, quota: ConnectionQuota): void {
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.headersMs, limits.requestMs);
  server.setTimeout(limits.silenceMs);
  boundConnections(server, quota);
}
