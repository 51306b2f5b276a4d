import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import {
  periodQuerySchema,
  purchaseHistoryQuerySchema,
  purchaseSummarySchema,
} from '#src/contract/purchase-history.ts';
import { purchaseVoidCommandSchema, purchaseVoidReceiptSchema } from '#src/contract/purchase-void.ts';
import { purchasePageSchema } from '#src/contract/purchase.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { topUpListQuerySchema, topUpPageSchema } from '#src/contract/top-up.ts';
import { listMarketPurchases, listTopUps } from '#src/server/services/purchase-history.ts';
import { voidPurchase, type VoidDeps } from '#src/server/services/purchase-voids.ts';
import { summarize } from '#src/server/services/summary.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';

const ofMarket = z.object({ id: textField(60) });

/** What was bought and topped up, line by line and summed; and taking a purchase back. */
export function historyRoutes(app: App, deps: { history: VoidDeps; guard: Guard }): void {
  const { history, guard } = deps;

  app.route({
    method: 'POST',
    url: '/shopping/void',
    schema: {
      headers: operationHeaders,
      body: purchaseVoidCommandSchema,
      response: { 201: purchaseVoidReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE', 'GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await voidPurchase(history, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'GET',
    url: '/shopping/history/mercado-global/:id',
    schema: {
      params: ofMarket,
      querystring: purchaseHistoryQuerySchema,
      response: { 200: purchasePageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE', 'GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) => {
      const { params, query } = request;
      return replyAnswer(reply, 200, await listMarketPurchases(history, actorOf(request), params.id, query));
    },
  });
  app.route({
    method: 'GET',
    url: '/shopping/history-2/mercado-global/:id',
    schema: {
      params: ofMarket,
      querystring: periodQuerySchema,
      response: { 200: purchaseSummarySchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE', 'RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await summarize(history, actorOf(request), request.params.id, request.query)),
  });
  app.route({
    method: 'GET',
    url: '/code-qr/list',
    schema: {
      querystring: topUpListQuerySchema,
      response: { 200: topUpPageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listTopUps(history, actorOf(request), request.query),
  });
}
