import { exposureSchema, offlineLimitsCommandSchema } from '#src/contract/device.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  assignCommandSchema,
  conflictPageSchema,
  conflictQuerySchema,
  conflictSchema,
  offlineSalePageSchema,
  offlineSaleQuerySchema,
} from '#src/contract/settlement.ts';
import type { AssignDeps } from '#src/server/services/settlement-assign.ts';
import {
  bearConflict,
  listConflicts,
  listOfflineSales,
  type SettlementListDeps,
} from '#src/server/services/settlement-lists.ts';
import { readExposure, setLimits } from '#src/server/services/sync-limits.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

/** Sales without a link: what needs a person, what a stall was paid, and what a market allows. */
export function settlementRoutes(
  app: App,
  deps: { settlement: SettlementListDeps & AssignDeps; guard: Guard },
): void {
  const { settlement, guard } = deps;

  app.route({
    method: 'GET',
    url: '/sync/conflicts',
    schema: {
      querystring: conflictQuerySchema,
      response: { 200: conflictPageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ADMIN', 'GLOBAL_MARKET'),
    handler: (request) => listConflicts(settlement, actorOf(request), request.query),
  });
  app.route({
    method: 'POST',
    url: '/sync/conflicts/assign',
    schema: { body: assignCommandSchema, response: { 200: conflictSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await bearConflict(settlement, actorOf(request), request.body)),
  });
  app.route({
    method: 'GET',
    url: '/sync/sales',
    schema: {
      querystring: offlineSaleQuerySchema,
      response: { 200: offlineSalePageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE'),
    handler: (request) => listOfflineSales(settlement, actorOf(request), request.query),
  });
  app.route({
    method: 'GET',
    url: '/sync/limits',
    schema: { response: { 200: exposureSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: (request) => readExposure(settlement, actorOf(request)),
  });
  app.route({
    method: 'POST',
    url: '/sync/limits',
    schema: {
      body: offlineLimitsCommandSchema,
      response: { 200: exposureSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: (request) => setLimits(settlement, actorOf(request), request.body),
  });
}
