import { calls } from '#src/contract/calls.ts';
import type { Product, ProductCommand } from '#src/contract/products/schemas.ts';
import type { ProductUnit } from '#src/contract/purchases/purchase-line.ts';
import type {
  SupplierProduct,
  SupplierProductCommand,
  SupplierProductPage,
  SupplierProductQuery,
} from '#src/contract/suppliers/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import type { StaffAct } from '#src/server/ledger/receipts.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { idOfText, searchText } from '#src/server/store/records/paging.ts';
import { isActive, marketIsActive } from '#src/server/store/records/people.ts';
import { insertRow, updateRow } from '#src/server/store/rows.ts';
import { lockProduct, readCatalogue, readProductsOf, type ProductRow } from './reads.ts';

export type ProductDeps = { database: Database; now: () => Date };

type OwnerType = 'ESTANTE' | 'PROVEEDOR';
type Fields = Pick<ProductRow, 'name' | 'price' | 'description' | 'kind'> & { unit: ProductUnit | undefined };

/** Lists the products of an active stall, publicly. Any other stall is unknown. */
export async function listProducts(deps: ProductDeps, stallId: string): Promise<Answer<Product[]>> {
  const { rowCount } = await deps.database.query({
    name: 'stall-that-sells',
    text: `select 1 from person p where p.id = $1 and p.user_type = 'ESTANTE' and ${isActive('p')}
        and ${marketIsActive}`,
    values: [idOfText(stallId)],
  });
  if (rowCount === 0) return refuse('UNKNOWN_STALL');
  return done((await readProductsOf(deps.database, stallId)).map(toProduct));
}

/** Idempotent by operation id: a double tap creates one product. */
export const createProduct = staffCall(
  calls.createProduct,
  (_deps, _actor, command) => async (session, act) => ({
    kind: 'done',
    receipt: toProduct(await insert(session, act, 'ESTANTE', stallFields(command))),
  }),
);

export const createSupplierProduct = staffCall(
  calls.addSupplierProduct,
  (_deps, _actor, command) => async (session, act) => ({
    kind: 'done',
    receipt: toSupplierProduct(await insert(session, act, 'PROVEEDOR', supplierFields(command))),
  }),
);

/** Changes a stall's product. Without an `edit` it hides the product, which is never deleted. */
export function changeProduct(
  deps: ProductDeps,
  actor: Actor,
  id: string,
  edit: ProductCommand | null,
): Promise<Answer<Product>> {
  return change(deps, actor, 'ESTANTE', id, edit && stallFields(edit), toProduct);
}

/** The same for a supplier's. */
export function changeSupplierProduct(
  deps: ProductDeps,
  actor: Actor,
  id: string,
  edit: SupplierProductCommand | null,
): Promise<Answer<SupplierProduct>> {
  return change(deps, actor, 'PROVEEDOR', id, edit && supplierFields(edit), toSupplierProduct);
}

async function insert(
  session: Session,
  { actor: ownerId, recordedAt: createdAt }: StaffAct,
  ownerType: OwnerType,
  fields: Fields,
): Promise<ProductRow> {
  const id = uuidV7(createdAt.getTime());
  await insertRow(session, 'product', { id, ownerId, ownerType, createdAt, ...columnsOf(fields) });
  const row = await lockProduct(session, id, ownerType);
  if (!row) throw new Error('an inserted product did not come back');
  return row;
}

/**
 * Changes a product, or removes it when `fields` is null. A product that the actor may not change is not
 * found. Its owner may do both; the stall's market and ADMIN may remove it.
 */
function change<Value>(
  deps: ProductDeps,
  actor: Actor,
  ownerType: OwnerType,
  id: string,
  fields: Fields | null,
  show: (row: ProductRow) => Value,
): Promise<Answer<Value>> {
  return deps.database.transaction(async (session) => {
    const row = await lockProduct(session, id, ownerType);
    const may = row && (row.ownerId === actor.id || (fields === null && mayTakeDown(actor, row)));
    if (!may) return refuse('UNKNOWN_PRODUCT');
    await updateRow(session, 'product', row.id, fields ? columnsOf(fields) : { visible: false });
    const changed = fields ? { ...row, ...fields, unit: fields.unit ?? row.unit } : row;
    await writeDecision(session, {
      kind: fields ? 'product-edited' : 'product-removed',
      actor,
      marketId: row.ownerMarket,
      subject: { type: 'PRODUCT', id: row.id, name: row.name },
      before: factsOf(row),
      after: fields && factsOf(changed),
      recordedAt: deps.now(),
    });
    return done(show(changed));
  });
}

function mayTakeDown(actor: Actor, row: ProductRow): boolean {
  if (actor.userType === 'ADMIN') return true;
  return actor.userType === 'GLOBAL_MARKET' && row.ownerMarket === actor.marketId;
}

function columnsOf({ unit, ...fields }: Fields) {
  const { name, kind, description } = fields;
  return { ...fields, ...(unit && { unit }), searchText: searchText(name, kind, description) };
}

function factsOf({ name, price, description, kind, unit }: Fields) {
  return { name, price, description, kind, unit };
}

function stallFields(command: ProductCommand): Fields {
  const { name, price, shortDescription: description, typeProduct: kind, unit } = command;
  return { name, price, description, kind, unit };
}

function supplierFields(command: SupplierProductCommand): Fields {
  const { nombre: name, precio: price, description, productType: kind } = command;
  return { name, price, description, kind, unit: undefined };
}

function toProduct(row: ProductRow): Product {
  const { id: _id, ownerId: estanteId, name, price, description, kind: typeProduct, unit, createAt } = row;
  return { _id, estanteId, name, price, shortDescription: description, typeProduct, unit, createAt };
}

/** Returns one supplier's products, newest first. */
export async function listProductsOfSupplier(
  deps: { database: Database },
  supplierId: string,
): Promise<SupplierProduct[]> {
  return (await readProductsOf(deps.database, supplierId)).map(toSupplierProduct);
}

/** Returns the products of all approved suppliers, by page. */
export async function readCataloguePage(
  deps: { database: Database },
  query: SupplierProductQuery,
): Promise<SupplierProductPage> {
  const { rows, nextCursor } = await readCatalogue(deps.database, query);
  return { items: rows.map(toSupplierProduct), nextCursor };
}

function toSupplierProduct(row: ProductRow): SupplierProduct {
  const { id: _id, ownerId: proveedorId, ownerName: proveedorName, description, kind, createAt } = row;
  const shown = { description, productType: kind, createAt };
  return { _id, proveedorId, proveedorName, nombre: row.name, precio: row.price, ...shown };
}
