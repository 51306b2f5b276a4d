import {
  customerHistoryQuerySchema,
  purchaseCommandSchema,
  purchasePageSchema,
  purchaseReceiptSchema,
} from '#src/contract/purchase.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { listPurchases, type DirectoryDeps } from '#src/server/services/directory.ts';
import { recordPurchase, type PurchaseDeps } from '#src/server/services/purchases.ts';
import type { App } from './fastify-app.ts';
import type { Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyRefusal } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

/** compras: by the stall that scanned, or by the holder of the voucher's link. */
export function purchaseRoutes(
  app: App,
  deps: PurchaseDeps & { directory: DirectoryDeps; guard: Guard; quotas: Quotas },
): void {
  const throttleHolder = throttleByAddress(deps.quotas.holderPurchase);

  app.route({
    method: 'POST',
    url: '/shopping/create',
    schema: {
      headers: operationHeaders,
      body: purchaseCommandSchema,
      response: { 201: purchaseReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: [
      deps.guard.allowAnybodyOr('ESTANTE'),
      async (request, reply) => (request.actor ? undefined : throttleHolder(request, reply)),
    ],
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      const actor = request.actor;
      if (actor && actor.id !== request.body.estanteId) return replyRefusal(reply, 'FORBIDDEN', { opId });
      return replyStored(reply, await recordPurchase(deps, request.body, actor?.id ?? null, opId), opId);
    },
  });

  app.route({
    method: 'GET',
    url: '/client/history',
    schema: {
      querystring: customerHistoryQuerySchema,
      response: { 200: purchasePageSchema, '4xx': refusalSchema },
    },
    onRequest: [
      deps.guard.allowAnybodyOr('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
      async (request, reply) => (request.actor ? undefined : throttleHolder(request, reply)),
    ],
    handler: async (request, reply) => {
      const { clientId, codeQrUuid, limit, cursor } = request.query;
      if (codeQrUuid) return listPurchases(deps.directory, { voucherId: codeQrUuid }, { limit, cursor });
      if (!request.actor) return replyRefusal(reply, clientId ? 'UNAUTHORIZED' : 'INVALID_REQUEST');
      if (!clientId) return replyRefusal(reply, 'INVALID_REQUEST');
      const { marketId } = request.actor;
      return listPurchases(deps.directory, { customerId: clientId, marketId }, { limit, cursor });
    },
  });
}
