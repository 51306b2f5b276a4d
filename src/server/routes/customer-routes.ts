import * as z from 'zod/mini';
import {
  customerCommandSchema,
  customerDetailSchema,
  customerEditSchema,
  customerListQuerySchema,
  customerPageSchema,
} from '#src/contract/customer.ts';
import { idField } from '#src/contract/fields.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { userSchema } from '#src/contract/user.ts';
import {
  createCustomer,
  editCustomer,
  findCustomer,
  listCustomers,
  removeCustomer,
  restoreCustomer,
  type CustomerDeps,
} from '#src/server/services/customers.ts';
import type { App } from './fastify-app.ts';
import { actorOf, type Guard } from './guard.ts';
import { replyAnswer } from './reply-refusal.ts';

const byId = z.object({ id: idField });
const response = { 200: userSchema, '4xx': refusalSchema };

/** clientes, for staff */
export function customerRoutes(app: App, deps: { customers: CustomerDeps; guard: Guard }): void {
  const { customers, guard } = deps;
  const staff = guard.allow('RECARGA', 'GLOBAL_MARKET', 'ADMIN');

  app.route({
    method: 'GET',
    url: '/client/list',
    schema: {
      querystring: customerListQuerySchema,
      response: { 200: customerPageSchema, '4xx': refusalSchema },
    },
    onRequest: staff,
    handler: (request) => listCustomers(customers, actorOf(request), request.query),
  });
  app.route({
    method: 'POST',
    url: '/client/create',
    schema: { body: customerCommandSchema, response: { 201: userSchema, '4xx': refusalSchema } },
    onRequest: guard.allow('RECARGA', 'GLOBAL_MARKET'),
    handler: async (request, reply) => replyAnswer(reply, 201, await createCustomer(customers, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/client/edit',
    schema: { body: customerEditSchema, response },
    onRequest: staff,
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await editCustomer(customers, actorOf(request), request.body)),
  });
  app.route({
    method: 'GET',
    url: '/client/:id',
    schema: { params: byId, response: { 200: customerDetailSchema, '4xx': refusalSchema } },
    onRequest: staff,
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await findCustomer(customers, actorOf(request), request.params.id)),
  });
  app.route({
    method: 'DELETE',
    url: '/client/delete/:id',
    schema: { params: byId, response },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await removeCustomer(customers, actorOf(request), request.params.id)),
  });
  app.route({
    method: 'POST',
    url: '/client/restore',
    schema: { body: byId, response },
    onRequest: guard.allow('GLOBAL_MARKET', 'ADMIN'),
    handler: async (request, reply) =>
      replyAnswer(reply, 200, await restoreCustomer(customers, actorOf(request), request.body.id)),
  });
}
