import {
  clearingCommandSchema,
  clearingListSchema,
  clearingReceiptSchema,
  dayCloseCommandSchema,
  dayCloseSchema,
  dayQuerySchema,
  payoutCommandSchema,
  payoutPageSchema,
  payoutQuerySchema,
  payoutSchema,
  stallBalanceListSchema,
  tillCountCommandSchema,
  tillCountPageSchema,
  tillCountQuerySchema,
  tillCountSchema,
  tillListSchema,
} from '#src/contract/cash.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  countTill,
  listPayouts,
  listStallBalances,
  listTillCounts,
  listTills,
  payStall,
} from '#src/server/services/cash.ts';
import { listClearing, settleClearing } from '#src/server/services/clearing.ts';
import { closeDay, readDayClose, type DayCloseDeps } from '#src/server/services/day-close.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';

type Deps = { cash: DayCloseDeps; guard: Guard };

/** caja: tills, payouts to stalls, clearing between markets, the day */
export function cashRoutes(app: App, deps: Deps): void {
  tillRoutes(app, deps);
  payoutRoutes(app, deps);
  clearingRoutes(app, deps);
  dayRoutes(app, deps);
}

function tillRoutes(app: App, { cash, guard }: Deps): void {
  app.route({
    method: 'GET',
    url: '/cash/tills',
    schema: { response: { 200: tillListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listTills(cash, actorOf(request)),
  });
  app.route({
    method: 'POST',
    url: '/cash/count',
    schema: {
      headers: operationHeaders,
      body: tillCountCommandSchema,
      response: { 201: tillCountSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await countTill(cash, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'GET',
    url: '/cash/counts',
    schema: {
      querystring: tillCountQuerySchema,
      response: { 200: tillCountPageSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listTillCounts(cash, actorOf(request), request.query),
  });
}

function payoutRoutes(app: App, { cash, guard }: Deps): void {
  app.route({
    method: 'GET',
    url: '/cash/stalls',
    schema: { response: { 200: stallBalanceListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ESTANTE', 'GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listStallBalances(cash, actorOf(request)),
  });
  app.route({
    method: 'POST',
    url: '/cash/payout',
    schema: {
      headers: operationHeaders,
      body: payoutCommandSchema,
      response: { 201: payoutSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await payStall(cash, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'GET',
    url: '/cash/payouts',
    schema: { querystring: payoutQuerySchema, response: { 200: payoutPageSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ESTANTE', 'GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listPayouts(cash, actorOf(request), request.query),
  });
}

function clearingRoutes(app: App, { cash, guard }: Deps): void {
  app.route({
    method: 'GET',
    url: '/cash/clearing',
    schema: { response: { 200: clearingListSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: (request) => listClearing(cash, actorOf(request)),
  });
  app.route({
    method: 'POST',
    url: '/cash/clearing',
    schema: {
      headers: operationHeaders,
      body: clearingCommandSchema,
      response: { 201: clearingReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await settleClearing(cash, actorOf(request), request.body, opId), opId);
    },
  });
}

function dayRoutes(app: App, { cash, guard }: Deps): void {
  app.route({
    method: 'GET',
    url: '/cash/day',
    schema: { querystring: dayQuerySchema, response: { 200: dayCloseSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const named = actor.userType === 'ADMIN' ? (request.query.globalMarketId ?? null) : null;
      return replyAnswer(reply, 200, await readDayClose(cash, actor, named, request.query.day));
    },
  });
  app.route({
    method: 'POST',
    url: '/cash/day',
    schema: { body: dayCloseCommandSchema, response: { 201: dayCloseSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await closeDay(cash, actorOf(request), request.body.day)),
  });
}
