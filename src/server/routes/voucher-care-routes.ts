import { refusalSchema } from '#src/contract/refusal-code.ts';
import { topUpReceiptSchema } from '#src/contract/top-up.ts';
import {
  voucherBlockCommandSchema,
  voucherBlockedSchema,
  voucherExpiryCommandSchema,
  voucherExpiryReceiptSchema,
  voucherReissueCommandSchema,
} from '#src/contract/voucher-care.ts';
import { block, expire, reissue, unblock, type VoucherCareDeps } from '#src/server/services/voucher-care.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';

/** códigos QR perdidos y vencidos */
export function voucherCareRoutes(app: App, deps: { voucherCare: VoucherCareDeps; guard: Guard }): void {
  const { voucherCare, guard } = deps;

  app.route({
    method: 'POST',
    url: '/code-qr/block',
    schema: {
      body: voucherBlockCommandSchema,
      response: { 200: voucherBlockedSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await block(voucherCare, actorOf(request), request.body)),
  });
  app.route({
    method: 'POST',
    url: '/code-qr/unblock',
    schema: {
      body: voucherBlockCommandSchema,
      response: { 200: voucherBlockedSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await unblock(voucherCare, actorOf(request), request.body)),
  });
  app.route({
    method: 'POST',
    url: '/code-qr/reissue',
    schema: {
      headers: operationHeaders,
      body: voucherReissueCommandSchema,
      response: { 201: topUpReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await reissue(voucherCare, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'POST',
    url: '/code-qr/expire',
    schema: {
      headers: operationHeaders,
      body: voucherExpiryCommandSchema,
      response: { 201: voucherExpiryReceiptSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('GLOBAL_MARKET'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await expire(voucherCare, actorOf(request), request.body.uuid, opId), opId);
    },
  });
}
