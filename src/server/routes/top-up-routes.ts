import { refusalSchema } from '#src/contract/refusal-code.ts';
import { topUpCommandSchema, topUpReceiptSchema } from '#src/contract/top-up.ts';
import { recordTopUp, type TopUpDeps } from '#src/server/services/top-ups.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyStored } from './reply-stored.ts';

/** recargas */
export function topUpRoutes(app: App, deps: { topUps: TopUpDeps; guard: Guard }): void {
  app.route({
    method: 'POST',
    url: '/code-qr/create-recharger',
    schema: {
      headers: operationHeaders,
      body: topUpCommandSchema,
      response: { 201: topUpReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: deps.guard.allow('RECARGA'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(
        reply,
        await recordTopUp(deps.topUps, request.body, actorOf(request).id, opId),
        opId,
      );
    },
  });
}
