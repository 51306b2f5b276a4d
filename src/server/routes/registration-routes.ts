import type * as z from 'zod/mini';
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
import type { Answer } from '#src/server/services/answer.ts';
import type { App } from './fastify-app.ts';
import { replyAnswer } from './reply-refusal.ts';
import { throttleByAddress, type Quotas } from './throttle.ts';

type Deps = { registrations: RegistrationDeps; quotas: Quotas };

/** Each type of account on its own path (specification, section 7). */
export function registrationRoutes(app: App, deps: Deps): void {
  registrationRoute(app, deps, '/auth/register', customerRegistrationSchema, userSchema, registerCustomer);
  registrationRoute(
    app,
    deps,
    '/auth/create-market',
    marketRegistrationSchema,
    marketRegisteredSchema,
    registerMarket,
  );
  registrationRoute(
    app,
    deps,
    '/estantes/create-estantes',
    stallRegistrationSchema,
    userSchema,
    registerStall,
  );
  registrationRoute(
    app,
    deps,
    '/auth/create-recharger',
    topUpPointRegistrationSchema,
    userSchema,
    registerTopUpPoint,
  );
  registrationRoute(
    app,
    deps,
    '/proveedores/register',
    supplierRegistrationSchema,
    userSchema,
    registerSupplier,
  );
  registrationRoute(app, deps, '/auth/primer-uso', firstAdminSchema, userSchema, registerFirstAdmin);
}

/** Open to everybody, and throttled: nobody fills the list of those who wait. */
function registrationRoute<Body extends z.ZodMiniType, Value>(
  app: App,
  { registrations, quotas }: Deps,
  url: string,
  body: Body,
  registered: z.ZodMiniType,
  register: (deps: RegistrationDeps, body: z.output<Body>) => Promise<Answer<Value>>,
): void {
  app.route({
    method: 'POST',
    url,
    schema: { body, response: { 201: registered, '4xx': refusalSchema } },
    onRequest: throttleByAddress(quotas.registration),
    handler: async (request, reply) =>
      // Parsed by `body`: the route's own schema.
      replyAnswer(reply, 201, await register(registrations, request.body as z.output<Body>)),
  });
}
