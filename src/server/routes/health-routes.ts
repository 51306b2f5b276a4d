import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import * as z from 'zod/mini';
import { healthQuerySchema, healthSchema } from '#src/contract/health.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import type { Database } from '#src/server/store/database.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './reply-refusal.ts';

/** Alive, ready to take money, and figures for whoever watches. */
export function healthRoutes(
  app: App,
  deps: { database: Database; now: () => Date; isStopping: () => boolean },
): void {
  app.route({
    method: 'GET',
    url: '/health',
    schema: { querystring: healthQuerySchema, response: { 200: healthSchema } },
    logLevel: 'warn',
    handler: (request) => ({
      status: 'ok' as const,
      nonce: request.query.nonce ?? '',
      time: deps.now().toISOString(),
    }),
  });
  app.route({
    method: 'GET',
    url: '/ready',
    schema: { response: { 200: z.object({ status: z.literal('ready') }), 503: refusalSchema } },
    logLevel: 'warn',
    handler: async (_request, reply) => {
      if (deps.isStopping()) return replyRefusal(reply, 'UNAVAILABLE');
      await deps.database.query({ name: 'ready', text: 'select 1' });
      return reply.send({ status: 'ready' as const });
    },
  });
  metricsRoute(app);
}

function metricsRoute(app: App): void {
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
    handler: async (_request, reply) =>
      reply.header('content-type', registry.contentType).send(await registry.metrics()),
  });
}
