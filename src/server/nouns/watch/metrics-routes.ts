import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { App } from '#src/server/http/fastify-app.ts';
import { replyRefusal } from '#src/server/http/replies.ts';
import type { Meters } from './meters.ts';

/** Times and counts every answer. Must be registered before the routes. */
export function meterCalls(app: App, { duration, refusals }: Meters): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 400) refusals.inc({ route, status });
  });
}

/**
 * Serves metrics among the other calls, for an operator with a token and no separate port. Otherwise the
 * route does not exist.
 */
export function metricsRoute(
  app: App,
  { registry }: Meters,
  { token, hasOwnPort }: { token: string | undefined; hasOwnPort: boolean },
): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) =>
      !hasOwnPort && maySeeMetrics(request, token)
        ? reply.header('content-type', registry.contentType).send(await registry.metrics())
        : replyRefusal(reply, 'ROUTE_NOT_FOUND'),
  });
}

/** Serves only the metrics, on a port that no proxy forwards. If a token is set, the caller must send it. */
export async function listenForMetrics(
  { registry }: Meters,
  { host, port, token }: { host: string; port: number; token: string | undefined },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isThere = request.method === 'GET' && /^\/(api\/v1\/)?metrics$/.test(request.url ?? '');
    if (!isThere) return void response.writeHead(404).end();
    if (token !== undefined && !hasToken(request, token))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  // Rejects on 'error'.
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Traffic and failures by route are for the operator only. A caller's address proves nothing, because a proxy
 * on this machine does not have to identify itself.
 */
function maySeeMetrics(request: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && hasToken(request, token);
}

function hasToken({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
