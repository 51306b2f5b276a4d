import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { calls } from '#src/contract/calls.ts';
import type { Readiness } from '#src/server/store/readiness.ts';
import { done, refuse } from './answer.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './replies.ts';
import type { Routes } from './routes.ts';

/** Liveness, readiness, and metrics. */
export function healthRoutes(
  app: App,
  routes: Routes,
  deps: {
    readiness: Readiness;
    now: () => Date;
    isStopping: () => boolean;
    metricsToken: string | undefined;
  },
): void {
  routes.value(
    calls.readHealth,
    ({ query }) => ({
      status: 'ok' as const,
      nonce: query.nonce ?? '',
      time: deps.now().toISOString(),
    }),
    { isProbe: true },
  );
  routes.answer(
    calls.readReady,
    async ({ request }) => {
      const wrong = deps.isStopping() ? 'El servidor se está deteniendo.' : await deps.readiness();
      if (wrong === null) return done({ status: 'ready' as const });
      request.log.warn({ reason: wrong }, 'not ready');
      return refuse('UNAVAILABLE');
    },
    { isProbe: true },
  );
  metricsRoute(app, deps.metricsToken);
}

function metricsRoute(app: App, token: string | undefined): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Answers of 4xx and 5xx, by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 400) refusals.inc({ route, status });
  });
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) =>
      maySeeMetrics(request, token)
        ? reply.header('content-type', registry.contentType).send(await registry.metrics())
        : replyRefusal(reply, 'ROUTE_NOT_FOUND'),
  });
}

/**
 * Traffic and failures by route are the operator's: with the token from anywhere, without it from this machine. A call
 * that a proxy has passed on came from elsewhere, whatever its connection says.
 */
function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (token !== undefined)
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => name in request.headers);
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}
