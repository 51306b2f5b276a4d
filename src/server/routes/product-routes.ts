import * as z from 'zod/mini';
import { idField, textField } from '#src/contract/fields.ts';
import {
  productCommandSchema,
  productEditSchema,
  productListSchema,
  productSchema,
} from '#src/contract/product.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  createProduct,
  editProduct,
  listProducts,
  removeProduct,
  type ProductDeps,
} from '#src/server/services/products.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer, replyRefusal } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';

const ofStall = z.object({ stallId: textField(60) });

/** productos de los estantes */
export function productRoutes(app: App, deps: { products: ProductDeps; guard: Guard }): void {
  const { products, guard } = deps;

  app.route({
    method: 'GET',
    url: '/products/:stallId',
    schema: { params: ofStall, response: { 200: productListSchema, '4xx': refusalSchema } },
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await listProducts(products, request.params.stallId)),
  });
  app.route({
    method: 'POST',
    url: '/products/create/:stallId',
    schema: {
      params: ofStall,
      headers: operationHeaders,
      body: productCommandSchema,
      response: { 201: productSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE'),
    handler: async (request, reply) => {
      if (request.params.stallId !== actorOf(request).id) return replyRefusal(reply, 'FORBIDDEN');
      const opId = request.headers['idempotency-key'];
      return replyStored(reply, await createProduct(products, actorOf(request), request.body, opId), opId);
    },
  });
  app.route({
    method: 'POST',
    url: '/products/edit',
    schema: { body: productEditSchema, response: { 200: productSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('ESTANTE'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await editProduct(products, actorOf(request), request.body)),
  });
  app.route({
    method: 'DELETE',
    url: '/products/delete/:id',
    schema: {
      params: z.object({ id: idField }),
      response: { 200: productSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('ESTANTE', 'GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await removeProduct(products, actorOf(request), request.params.id)),
  });
}
