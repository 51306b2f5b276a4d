import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './replies.ts';
import { throttleByAddress, type Quota } from './throttle.ts';

const madeAfterMs = 1_000;

type Description = { etag: string; plain: Buffer; gzipped: Buffer };

/**
 * Serves the OpenAPI document, from the schemas that validate, and a page to browse it. The document takes half a
 * second to make, so it is made once, soon after the server began to listen: a market waits for a restart. Must be
 * registered before the routes.
 */
export async function serveApiDescription(app: App, quota: Quota): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mercado Campesino',
        version: '1',
        description: 'Recargas, códigos QR con saldo y compras. Montos en la unidad menor que se muestra.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  let made: Description | undefined;
  const description = (): Description => (made ??= describe(app));
  let making: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    making = setTimeout(() => {
      try {
        description();
      } catch (error) {
        // A page that asks for it gets an error, and everything else goes on.
        app.log.error({ err: error }, 'the description of the API could not be made');
      }
    }, madeAfterMs);
  });
  app.addHook('onClose', async () => clearTimeout(making));
  const send = (request: FastifyRequest, reply: FastifyReply) => sendOnce(description(), request, reply);
  await app.register(async (docs) => {
    docs.addHook('onRequest', throttleByAddress(quota));
    // The page's own routes would serialise the document for each caller.
    docs.addHook('onRequest', async (request, reply) => {
      const path = request.routeOptions.url;
      if (path === '/api/v1/docs/json') return send(request, reply);
      return path === '/api/v1/docs/yaml' ? replyRefusal(reply, 'ROUTE_NOT_FOUND') : undefined;
    });
    docs.get('/api/v1/openapi.json', { schema: { hide: true } }, send);
    await docs.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true });
  });
}

function describe(app: App): Description {
  const plain = Buffer.from(JSON.stringify(app.swagger()));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, gzipped: gzipSync(plain) };
}

function sendOnce({ etag, plain, gzipped }: Description, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
}
