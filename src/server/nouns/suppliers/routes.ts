import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { findSupplier, listCatalogue, listSuppliers } from './suppliers.ts';

/** Proveedores y lo que ofrecen. */
export const supplierRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const suppliers = context;
  routes.value(calls.listSuppliers, ({ actor }) => listSuppliers(suppliers, actor));
  routes.answer(calls.findSupplier, ({ actor, params }) => findSupplier(suppliers, actor, params.id));
  routes.value(calls.listCatalogue, ({ actor, query }) => listCatalogue(suppliers, actor, query));
};
