import { calls } from '#src/contract/calls.ts';
import type { Context, NounPlugin } from '#src/server/context.ts';
import type { Routes } from '#src/server/http/routes.ts';
import {
  createCustomer,
  editCustomer,
  findCustomer,
  listCustomers,
  removeCustomer,
  restoreCustomer,
} from './customers.ts';
import { recordConsent } from './record-consent.ts';
import { changeDataPolicy, readDataPolicy } from './data-policy.ts';
import { forgetCustomer } from './forget.ts';
import { exportCustomer, exportOwn } from './personal-data.ts';
import { mergeCustomers } from './same-document.ts';

/** clientes, for staff */
export const customerRoutes: NounPlugin = async (app, { context: customers }) => {
  const routes = customers.routesOn(app);
  routes.value(calls.listCustomers, ({ actor, query }) => listCustomers(customers, actor, query));
  routes.answer(calls.createCustomer, ({ actor, body }) => createCustomer(customers, actor, body));
  routes.answer(calls.editCustomer, ({ actor, body }) => editCustomer(customers, actor, body));
  routes.answer(calls.findCustomer, ({ actor, params }) => findCustomer(customers, actor, params.id));
  routes.answer(calls.deleteCustomer, ({ actor, params }) => removeCustomer(customers, actor, params.id));
  routes.answer(calls.mergeCustomers, ({ actor, body }) => mergeCustomers(customers, actor, body));
  routes.answer(calls.restoreCustomer, ({ actor, body }) => restoreCustomer(customers, actor, body.id));
  servePersonalData(routes, customers);
};

/** What is kept of people, what they agreed to, and how they are forgotten. */
function servePersonalData(routes: Routes, customers: Context): void {
  routes.answer(calls.readDataPolicy, ({ params }) => readDataPolicy(customers.database, params.code));
  routes.answer(calls.changeDataPolicy, ({ actor, query, body }) =>
    changeDataPolicy(customers, actor, query.globalMarketId ?? null, body),
  );
  routes.answer(calls.recordConsent, ({ actor, body }) => recordConsent(customers, actor, body));
  routes.answer(calls.exportCustomer, ({ actor, params }) => exportCustomer(customers, actor, params.id));
  routes.answer(calls.forgetCustomer, ({ actor, body }) => forgetCustomer(customers, actor, body.id));
  routes.answer(calls.exportOwnData, ({ actor }) => exportOwn(customers, actor));
}
