import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import {
  createProduct,
  createSupplierProduct,
  editProduct,
  editSupplierProduct,
  listProducts,
  removeProduct,
  removeSupplierProduct,
} from './products.ts';

/** Productos de los estantes y de los proveedores. */
export const productRoutes: NounPlugin = async (app, { context }) => {
  const routes = context.routesOn(app);
  const products = context;
  routes.answer(calls.listProducts, ({ params }) => listProducts(products, params.stallId));
  routes.stored(calls.createProduct, async ({ actor, params, body, opId }) =>
    params.stallId === actor.id
      ? createProduct(products, actor, body, opId)
      : { kind: 'refused', code: 'FORBIDDEN', replayed: false },
  );
  routes.answer(calls.editProduct, ({ actor, body }) => editProduct(products, actor, body));
  routes.answer(calls.removeProduct, ({ actor, params }) => removeProduct(products, actor, params.id));

  routes.stored(calls.addSupplierProduct, ({ actor, body, opId }) =>
    createSupplierProduct(products, actor, body, opId),
  );
  routes.answer(calls.editSupplierProduct, ({ actor, body }) => editSupplierProduct(products, actor, body));
  routes.answer(calls.removeSupplierProduct, ({ actor, body }) =>
    removeSupplierProduct(products, actor, body.id),
  );
};
