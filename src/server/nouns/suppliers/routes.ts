import { calls } from '#src/contract/calls.ts';
import type {
  SupplierDetail,
  SupplierProductPage,
  SupplierProductQuery,
} from '#src/contract/suppliers/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { NounPlugin } from '#src/server/context.ts';
import { listProductsOfSupplier, readCataloguePage } from '#src/server/nouns/products/products.ts';
import type { Database } from '#src/server/store/database.ts';
import { idOfText } from '#src/server/store/records/paging.ts';
import {
  isActive,
  personColumns,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/records/people.ts';

/** Proveedores y lo que ofrecen. */
export const supplierRoutes: NounPlugin = async (app, { context: suppliers }) => {
  const routes = suppliers.routesOn(app);
  routes.value(calls.listSuppliers, async ({ actor }) =>
    (await readSuppliers(suppliers, actor, null)).map(toUser),
  );
  routes.answer(calls.findSupplier, ({ actor, params }) => findSupplier(suppliers, actor, params.id));
  routes.value(calls.listCatalogue, ({ actor, query }) => listCatalogue(suppliers, actor, query));
};

type Deps = { database: Database };

async function findSupplier(deps: Deps, actor: Actor, id: string): Promise<Answer<SupplierDetail>> {
  const [row] = await readSuppliers(deps, actor, id);
  if (!row) return refuse('NOT_FOUND');
  return done({ ...toUser(row), products: await listProductsOfSupplier(deps, row.id) });
}

/** Lists suppliers' products; a supplier sees its own. */
function listCatalogue(deps: Deps, actor: Actor, query: SupplierProductQuery): Promise<SupplierProductPage> {
  const own = actor.userType === 'PROVEEDOR' ? { proveedorId: actor.id } : {};
  return readCataloguePage(deps, { ...query, ...own });
}

/** Returns approved suppliers by name, or one of them. A supplier sees only itself. */
async function readSuppliers(deps: Deps, actor: Actor, id: string | null): Promise<PersonRow[]> {
  const { rows } = await deps.database.query<PersonRow>({
    name: 'suppliers',
    text: `select ${personColumns} from ${personTables}
      where p.user_type = 'PROVEEDOR' and ${isActive('p')}
        and ($1::boolean or p.id = $3) and ($2::uuid is null or p.id = $2)
      order by p.search_text, p.id limit 1000`,
    values: [id === null, actor.userType === 'PROVEEDOR' ? actor.id : null, idOfText(id)],
  });
  return rows;
}
