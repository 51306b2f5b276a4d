import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { registerCustomer } from '#src/server/nouns/accounts/registrations.ts';
import { editCustomer, removeCustomer, restoreCustomer } from './customers.ts';
import { mergeCustomers } from './doubles.ts';
import { findCustomer, listCustomers } from './reads.ts';

/** Clientes, for staff. */
export const customerRoutes: NounPlugin = async (app, { context: customers }) => {
  const routes = customers.routesOn(app);
  routes.value(calls.listCustomers, ({ actor, query }) => listCustomers(customers, actor, query));
  routes.answer(calls.createCustomer, ({ actor, body }) => registerCustomer(customers, body, actor));
  routes.answer(calls.editCustomer, ({ actor, body }) => editCustomer(customers, actor, body));
  routes.answer(calls.findCustomer, ({ actor, params }) => findCustomer(customers, actor, params.id));
  routes.answer(calls.deleteCustomer, ({ actor, params }) => removeCustomer(customers, actor, params.id));
  routes.answer(calls.mergeCustomers, ({ actor, body }) => mergeCustomers(customers, actor, body));
  routes.answer(calls.restoreCustomer, ({ actor, body }) => restoreCustomer(customers, actor, body.id));
};
