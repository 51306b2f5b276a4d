import * as z from 'zod/mini';
import { textField } from '#src/contract/fields.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  productTargetSchema,
  supplierDetailSchema,
  supplierListSchema,
  supplierProductCommandSchema,
  supplierProductEditSchema,
  supplierProductPageSchema,
  supplierProductQuerySchema,
  supplierProductSchema,
} from '#src/contract/supplier.ts';
import {
  createSupplierProduct,
  editSupplierProduct,
  removeSupplierProduct,
  type ProductDeps,
} from '#src/server/services/products.ts';
import { findSupplier, listCatalogue, listSuppliers } from '#src/server/services/suppliers.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { operationHeaders } from './operation-id.ts';
import { replyAnswer } from './reply-refusal.ts';
import { replyStored } from './reply-stored.ts';

type Deps = { products: ProductDeps; guard: Guard };

/** proveedores y lo que ofrecen */
export function supplierRoutes(app: App, { products, guard }: Deps): void {
  const signedIn = guard.allow('ADMIN', 'GLOBAL_MARKET', 'RECARGA', 'ESTANTE', 'PROVEEDOR');

  app.route({
    method: 'GET',
    url: '/proveedores/',
    schema: { response: { 200: supplierListSchema, '4xx': refusalSchema } },
    onRequest: signedIn,
    handler: (request) => listSuppliers(products, actorOf(request)),
  });
  app.route({
    method: 'GET',
    url: '/proveedores/get/:id',
    schema: {
      params: z.object({ id: textField(60) }),
      response: { 200: supplierDetailSchema, '4xx': refusalSchema },
    },
    onRequest: signedIn,
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findSupplier(products, actorOf(request), request.params.id)),
  });
  app.route({
    method: 'GET',
    url: '/proveedores/get-products-all',
    schema: {
      querystring: supplierProductQuerySchema,
      response: { 200: supplierProductPageSchema, '4xx': refusalSchema },
    },
    onRequest: signedIn,
    handler: (request) => listCatalogue(products, actorOf(request), request.query),
  });
  supplierProductRoutes(app, { products, guard });
}

function supplierProductRoutes(app: App, { products, guard }: Deps): void {
  const response = { 200: supplierProductSchema, '4xx': refusalSchema };
  app.route({
    method: 'POST',
    url: '/proveedores/addProduct',
    schema: {
      headers: operationHeaders,
      body: supplierProductCommandSchema,
      response: { 201: supplierProductSchema, '4xx': refusalSchema },
    },
    onRequest: guard.allow('PROVEEDOR'),
    handler: async (request, reply) => {
      const opId = request.headers['idempotency-key'];
      const made = await createSupplierProduct(products, actorOf(request), request.body, opId);
      return replyStored(reply, made, opId);
    },
  });
  app.route({
    method: 'POST',
    url: '/proveedores/edit-product',
    schema: { body: supplierProductEditSchema, response },
    onRequest: guard.allow('PROVEEDOR'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await editSupplierProduct(products, actorOf(request), request.body)),
  });
  app.route({
    method: 'POST',
    url: '/proveedores/delete-product',
    schema: { body: productTargetSchema, response },
    onRequest: guard.allow('PROVEEDOR'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await removeSupplierProduct(products, actorOf(request), request.body.id)),
  });
}
