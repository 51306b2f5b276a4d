import type * as z from 'zod/mini';
import { customerCommandSchema, customerDetailSchema } from '#src/contract/customer.ts';
import {
  pointsPageSchema,
  pointsQuerySchema,
  redemptionCommandSchema,
  redemptionReceiptSchema,
  rewardCommandSchema,
  rewardListSchema,
  rewardSchema,
} from '#src/contract/points.ts';
import { productCommandSchema, productListSchema, productSchema } from '#src/contract/product.ts';
import { purchaseHistoryQuerySchema, purchaseSummarySchema } from '#src/contract/purchase-history.ts';
import { purchaseVoidCommandSchema, purchaseVoidReceiptSchema } from '#src/contract/purchase-void.ts';
import { purchasePageSchema } from '#src/contract/purchase.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { marketRegisteredSchema, marketRegistrationSchema } from '#src/contract/registration.ts';
import {
  supplierDetailSchema,
  supplierListSchema,
  supplierProductCommandSchema,
  supplierProductPageSchema,
  supplierProductQuerySchema,
  supplierProductSchema,
} from '#src/contract/supplier.ts';
import { syncAnswerSchema, syncRequestSchema } from '#src/contract/sync.ts';
import { topUpListQuerySchema, topUpPageSchema } from '#src/contract/top-up.ts';
import { userSchema, userTargetSchema } from '#src/contract/user.ts';
import type { App } from './fastify-app.ts';
import { replyRefusal } from './reply-refusal.ts';

type Later = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  body?: z.ZodMiniType;
  querystring?: z.ZodMiniType;
  answer: z.ZodMiniType;
};

/** Calls of the contract that this version does not serve. They say so; nothing pretends. */
const later: Later[] = [
  { method: 'POST', url: '/market/create', body: marketRegistrationSchema, answer: marketRegisteredSchema },
  { method: 'DELETE', url: '/market/delete/:id', answer: userSchema },
  { method: 'GET', url: '/products/:stallId', answer: productListSchema },
  { method: 'POST', url: '/products/create/:stallId', body: productCommandSchema, answer: productSchema },
  { method: 'GET', url: '/code-qr/list', querystring: topUpListQuerySchema, answer: topUpPageSchema },
  {
    method: 'POST',
    url: '/shopping/void',
    body: purchaseVoidCommandSchema,
    answer: purchaseVoidReceiptSchema,
  },
  { method: 'POST', url: '/client/create', body: customerCommandSchema, answer: userSchema },
  { method: 'GET', url: '/client/:id', answer: customerDetailSchema },
  { method: 'DELETE', url: '/client/delete/:id', answer: userSchema },
  { method: 'POST', url: '/client/canjear', body: redemptionCommandSchema, answer: redemptionReceiptSchema },
  { method: 'POST', url: '/points/create', body: rewardCommandSchema, answer: rewardSchema },
  { method: 'GET', url: '/points/', answer: rewardListSchema },
  { method: 'DELETE', url: '/points/delete/:id', answer: rewardSchema },
  { method: 'GET', url: '/points-historial/all', querystring: pointsQuerySchema, answer: pointsPageSchema },
  { method: 'GET', url: '/points-historial/:id', querystring: pointsQuerySchema, answer: pointsPageSchema },
  {
    method: 'GET',
    url: '/shopping/history/mercado-global/:id',
    querystring: purchaseHistoryQuerySchema,
    answer: purchasePageSchema,
  },
  {
    method: 'GET',
    url: '/shopping/history-2/mercado-global/:id',
    querystring: purchaseHistoryQuerySchema,
    answer: purchaseSummarySchema,
  },
  { method: 'GET', url: '/proveedores/', answer: supplierListSchema },
  { method: 'GET', url: '/proveedores/get/:id', answer: supplierDetailSchema },
  {
    method: 'GET',
    url: '/proveedores/get-products-all',
    querystring: supplierProductQuerySchema,
    answer: supplierProductPageSchema,
  },
  {
    method: 'POST',
    url: '/proveedores/addProduct',
    body: supplierProductCommandSchema,
    answer: supplierProductSchema,
  },
  {
    method: 'POST',
    url: '/proveedores/delete-product',
    body: userTargetSchema,
    answer: supplierProductSchema,
  },
  { method: 'POST', url: '/sync', body: syncRequestSchema, answer: syncAnswerSchema },
];

export function laterRoutes(app: App): void {
  for (const { method, url, body, querystring, answer } of later)
    app.route({
      method,
      url,
      // The contract is published as it will be; nothing is validated, because nothing is served.
      attachValidation: true,
      schema: {
        ...(body ? { body } : {}),
        ...(querystring ? { querystring } : {}),
        response: { 200: answer, 501: refusalSchema },
      },
      handler: async (_request, reply) => {
        replyRefusal(reply, 'NOT_IMPLEMENTED');
        return reply;
      },
    });
}
