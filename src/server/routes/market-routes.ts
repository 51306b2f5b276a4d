import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { marketRegisteredSchema, marketRegistrationSchema } from '#src/contract/registration.ts';
import {
  marketListSchema,
  marketSchema,
  stallListSchema,
  topUpPointListSchema,
} from '#src/contract/stall.ts';
import { userSchema } from '#src/contract/user.ts';
import {
  findMarket,
  listMarkets,
  listTopUpPoints,
  type DirectoryDeps,
} from '#src/server/services/directory.ts';
import { remove, type ApprovalDeps } from '#src/server/services/approvals.ts';
import { registerMarket } from '#src/server/services/registrations.ts';
import { listStalls } from '#src/server/services/stalls.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

const byId = z.object({ id: textField(60) });

/** Markets, their stalls (public) and their top-up points. */
export function marketRoutes(
  app: App,
  deps: { directory: DirectoryDeps; approvals: ApprovalDeps; guard: Guard },
): void {
  const { directory, guard } = deps;
  changeMarkets(app, deps);

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

/** ADMIN opens markets, approved at once, and takes them away. */
function changeMarkets(app: App, deps: { approvals: ApprovalDeps; guard: Guard }): void {
  const { approvals, guard } = deps;
  app.route({
    method: 'POST',
    url: '/market/create',
    schema: {
      body: marketRegistrationSchema,
      response: { 201: marketRegisteredSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerMarket(approvals, request.body, actorOf(request))),
  });
  app.route({
    method: 'DELETE',
    url: '/market/delete/:id',
    schema: { params: byId, response: { 200: userSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ADMIN'),
    handler: async (request, reply) => {
      const target = { id: request.params.id, userType: 'GLOBAL_MARKET' as const };
      return replyAnswer(reply, 200, await remove(approvals, actorOf(request), target));
    },
  });
}
