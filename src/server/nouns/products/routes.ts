import { calls } from '#src/contract/calls.ts';
import type { NounPlugin } from '#src/server/context.ts';
import {
  changeProduct,
  changeSupplierProduct,
  createProduct,
  createSupplierProduct,
  listProducts,
} from './products.ts';

/** Productos de los estantes y de los proveedores. */
export const productRoutes: NounPlugin = async (app, { context: products }) => {
  const routes = products.routesOn(app);
  routes.answer(calls.listProducts, ({ params }) => listProducts(products, params.stallId));
  routes.stored(calls.createProduct, async ({ actor, params, body, opId }) =>
    params.stallId === actor.id
      ? createProduct(products, actor, body, opId)
      : { kind: 'refused', code: 'FORBIDDEN', replayed: false },
  );
  routes.answer(calls.editProduct, ({ actor, body }) => changeProduct(products, actor, body.id, body));
  routes.answer(calls.removeProduct, ({ actor, params }) => changeProduct(products, actor, params.id, null));

  routes.stored(calls.addSupplierProduct, ({ actor, body, opId }) =>
    createSupplierProduct(products, actor, body, opId),
  );
  routes.answer(calls.editSupplierProduct, ({ actor, body }) =>
    changeSupplierProduct(products, actor, body.id, body),
  );
  routes.answer(calls.removeSupplierProduct, ({ actor, body }) =>
    changeSupplierProduct(products, actor, body.id, null),
  );
};
