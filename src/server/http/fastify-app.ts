import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import { type ZodTypeProvider, jsonSchemaTransform } from 'fastify-type-provider-zod';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { PersonRow } from '#src/server/store/people.ts';
import type { Actor } from './actor.ts';

/** The server with routes typed by the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    currencySymbol: string;
  }
  interface FastifyRequest {
    /** Set by a guard; null while nobody has been let in. */
    actor: Actor | null;
    person: PersonRow | null;
  }
}

/** The OpenAPI document, from the schemas that validate, and a page to browse it. Before the routes. */
export async function openApi(app: App): Promise<void> {
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
  await app.register(swaggerUi, { routePrefix: '/api/v1/docs', staticCSP: true });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, (_request, reply) => reply.send(app.swagger()));
}
