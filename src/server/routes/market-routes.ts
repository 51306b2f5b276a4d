import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  marketListSchema,
  marketSchema,
  stallListSchema,
  topUpPointListSchema,
} from '#src/contract/stall.ts';
import {
  findMarket,
  listMarkets,
  listTopUpPoints,
  type DirectoryDeps,
} from '#src/server/services/directory.ts';
import { listStalls } from '#src/server/services/stalls.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

const byId = z.object({ id: textField(60) });

/** Markets, their stalls (public) and their top-up points. */
export function marketRoutes(app: App, deps: { directory: DirectoryDeps; guard: Guard }): void {
  const { directory, guard } = deps;

  app.route({
    method: 'GET',
    url: '/mercados/',
    schema: { response: { 200: marketListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: (request) => listMarkets(directory, actorOf(request)),
  });
  app.route({
    method: 'GET',
    url: '/market/:id',
    schema: { params: byId, response: { 200: marketSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findMarket(directory, actorOf(request), request.params.id)),
  });
  app.route({
    method: 'GET',
    url: '/estantes',
    schema: { response: { 200: stallListSchema } },
    handler: () => listStalls(directory, null),
  });
  app.route({
    method: 'GET',
    url: '/estantes/global-market/:id',
    schema: { params: byId, response: { 200: stallListSchema, '4xx': refusalSchema } },
    handler: (request) => listStalls(directory, request.params.id),
  });
  app.route({
    method: 'GET',
    url: '/recargas',
    schema: { response: { 200: topUpPointListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: (request) => listTopUpPoints(directory, actorOf(request), null),
  });
  app.route({
    method: 'GET',
    url: '/recargas/global-market/:id',
    schema: { params: byId, response: { 200: topUpPointListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: (request) => listTopUpPoints(directory, actorOf(request), request.params.id),
  });
}
