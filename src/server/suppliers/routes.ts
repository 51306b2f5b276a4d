import { calls } from '#src/contract/calls.ts';
import type { Routes } from '#src/server/http/routes.ts';
import type { Database } from '#src/server/store/database.ts';
import { findSupplier, listCatalogue, listSuppliers } from './suppliers.ts';

/** proveedores y lo que ofrecen */
export function supplierRoutes(routes: Routes, suppliers: { database: Database }): void {
  routes.value(calls.listSuppliers, ({ actor }) => listSuppliers(suppliers, actor));
  routes.answer(calls.findSupplier, ({ actor, params }) => findSupplier(suppliers, actor, params.id));
  routes.value(calls.listCatalogue, ({ actor, query }) => listCatalogue(suppliers, actor, query));
}
