import * as z from 'zod/mini';
import { idField } from '#src/contract/fields.ts';
import {
  holderPointsSchema,
  pointsPageSchema,
  pointsQuerySchema,
  redemptionCommandSchema,
  redemptionReceiptSchema,
  rewardCommandSchema,
  rewardEditSchema,
  rewardListSchema,
  rewardSchema,
} from '#src/contract/points.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  createReward,
  editReward,
  findHolderPoints,
  listPoints,
  listRewards,
  redeem,
  removeReward,
  type PointsDeps,
} from '#src/server/services/points.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

const byId = z.object({ id: idField });
type Deps = { points: PointsDeps; guard: Guard; quotas: Quotas };

/** premios y canjes */
export function pointsRoutes(app: App, deps: Deps): void {
  const { points, guard } = deps;

  app.route({
    method: 'POST',
    url: '/points/create',
    schema: {
      headers: operationHeaders,
      body: rewardCommandSchema,
      response: { 201: rewardSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await createReward(points, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'POST',
    url: '/points/edit',
    schema: { body: rewardEditSchema, response: { 200: rewardSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await editReward(points, actorOf(request), request.body)),
  });
  app.route({
    method: 'GET',
    url: '/points/',
    schema: { response: { 200: rewardListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET', 'RECARGA', 'ADMIN'),
    handler: (request) => listRewards(points, actorOf(request)),
  });
  app.route({
    method: 'DELETE',
    url: '/points/delete/:id',
    schema: { params: byId, response: { 200: rewardSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await removeReward(points, actorOf(request), request.params.id)),
  });
  app.route({
    method: 'POST',
    url: '/client/canjear',
    schema: {
      headers: operationHeaders,
      body: redemptionCommandSchema,
      response: { 201: redemptionReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET', 'RECARGA'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await redeem(points, actorOf(request), request.body, opId), opId);
    },
  });
  pointsHistoryRoutes(app, deps);
}

/** historial de puntos; and what the holder of a voucher's link has */
function pointsHistoryRoutes(app: App, { points, guard, quotas }: Deps): void {
  app.route({
    method: 'GET',
    url: '/points-historial/all',
    schema: { querystring: pointsQuerySchema, response: { 200: pointsPageSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET', 'RECARGA', 'ADMIN'),
    handler: (request) => listPoints(points, actorOf(request), null, request.query),
  });
  app.route({
    method: 'GET',
    url: '/points-historial/:id',
    schema: {
      params: byId,
      querystring: pointsQuerySchema,
      response: { 200: pointsPageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET', 'RECARGA', 'ADMIN'),
    handler: (request) => listPoints(points, actorOf(request), request.params.id, request.query),
  });
  app.route({
    method: 'GET',
    url: '/code-qr/points/:id',
    schema: { params: byId, response: { 200: holderPointsSchema, '4xx': refusalSchema } },
    onRequest: throttleByAddress(quotas.voucherLookup),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findHolderPoints(points, request.params.id)),
  });
}
