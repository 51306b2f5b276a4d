import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import {
  createCustomer,
  editCustomer,
  findCustomer,
  listCustomers,
  removeCustomer,
  restoreCustomer,
  type CustomerDeps,
} from './customers.ts';

/** clientes, for staff */
export function customerRoutes(routes: Routes, customers: CustomerDeps): void {
  routes.value(calls.listCustomers, ({ actor, query }) => listCustomers(customers, actor, query));
  routes.answer(calls.createCustomer, ({ body }) => createCustomer(customers, body));
  routes.answer(calls.editCustomer, ({ actor, body }) => editCustomer(customers, actor, body));
  routes.answer(calls.findCustomer, ({ actor, params }) => findCustomer(customers, actor, params.id));
  routes.answer(calls.deleteCustomer, ({ actor, params }) => removeCustomer(customers, actor, params.id));
  routes.answer(calls.restoreCustomer, ({ actor, body }) => restoreCustomer(customers, actor, body.id));
}
