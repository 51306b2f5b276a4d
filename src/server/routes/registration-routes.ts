import { refusalSchema } from '#src/contract/refusal-code.ts';
import {
  customerRegistrationSchema,
  firstAdminSchema,
  marketRegisteredSchema,
  marketRegistrationSchema,
  stallRegistrationSchema,
  supplierRegistrationSchema,
  topUpPointRegistrationSchema,
} from '#src/contract/registration.ts';
import { userSchema } from '#src/contract/user.ts';
import {
  registerCustomer,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
  type RegistrationDeps,
} from '#src/server/services/registrations.ts';
import type { App } from './fastify-app.ts';
import { replyAnswer } from './reply-refusal.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

/** Each type of account on its own path (specification, section 7). */
export function registrationRoutes(
  app: App,
  deps: { registrations: RegistrationDeps; quotas: Quotas },
): void {
  const onRequest = throttleByAddress(deps.quotas.registration);
  const response = { 201: userSchema, '4xx': refusalSchema };
  const { registrations } = deps;

  app.route({
    method: 'POST',
    url: '/auth/register',
    schema: { body: customerRegistrationSchema, response },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerCustomer(registrations, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/auth/create-market',
    schema: {
      body: marketRegistrationSchema,
      response: { 201: marketRegisteredSchema, '4xx': refusalSchema },
    },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerMarket(registrations, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/estantes/create-estantes',
    schema: { body: stallRegistrationSchema, response },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerStall(registrations, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/auth/create-recharger',
    schema: { body: topUpPointRegistrationSchema, response },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerTopUpPoint(registrations, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/proveedores/register',
    schema: { body: supplierRegistrationSchema, response },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerSupplier(registrations, request.body)),
  });
  app.route({
    method: 'POST',
    url: '/auth/primer-uso',
    schema: { body: firstAdminSchema, response },
    onRequest,
    handler: async (request, reply) =>
      replyAnswer(reply, 201, await registerFirstAdmin(registrations, request.body)),
  });
}
