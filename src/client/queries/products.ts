import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { productCalls } from '#src/contract/products/calls.ts';
import type { Product } from '#src/contract/products/schemas.ts';
import type { ProductUnit } from '#src/contract/purchases/purchase-line.ts';
import { supplierCalls } from '#src/contract/suppliers/calls.ts';
import type { SupplierProduct } from '#src/contract/suppliers/schemas.ts';
import { toAmount, type Amount, type OpId } from '#src/protocol/brands.ts';
import { unwrap, useRead } from './call-failure.ts';
import { keys } from './keys.ts';

/** The contents of a product's form, for a stall and a supplier alike. */
export interface ProductDraft {
  name: string;
  /** Smallest unit shown; 0 until it is typed. */
  price: Amount;
  kind: string;
  /** Unit of sale; a supplier's product has none. */
  unit: ProductUnit;
  description: string;
}

export interface ShownProduct extends ProductDraft {
  _id: string;
  createAt: string;
}

export const emptyProduct: ProductDraft = {
  name: '',
  price: toAmount(0),
  kind: '',
  unit: 'unidad',
  description: '',
};

export function isComplete({ name, price, kind, description }: ProductDraft): boolean {
  return price > 0 && [name, kind, description].every((text) => text.trim() !== '');
}

function fromStall(product: Product): ShownProduct {
  const { _id, createAt, name, price, typeProduct: kind, unit, shortDescription: description } = product;
  return { _id, createAt, name, price, kind, unit, description };
}

export function fromSupplier(product: SupplierProduct): ShownProduct {
  const { _id, createAt, nombre: name, precio: price, productType: kind, description } = product;
  return { _id, createAt, name, price, kind, unit: 'unidad', description };
}

/**
 * The owner of products. A supplier's products use the supplier's calls, all others the stall's
 * (specification, section 6).
 */
export interface Offerer {
  id: string;
  userType: UserType;
}

export function sendNewProduct(
  opId: OpId,
  offerer: Offerer,
  draft: ProductDraft,
): Promise<CallAnswer<unknown>> {
  return offerer.userType === 'PROVEEDOR'
    ? callServer(supplierCalls.addSupplierProduct, { opId, body: supplierFields(draft) })
    : callServer(productCalls.createProduct, {
        opId,
        params: { stallId: offerer.id },
        body: stallFields(draft),
      });
}

export function sendEdit(offerer: Offerer, id: string, draft: ProductDraft): Promise<CallAnswer<unknown>> {
  return offerer.userType === 'PROVEEDOR'
    ? callServer(supplierCalls.editSupplierProduct, { body: { ...supplierFields(draft), id } })
    : callServer(productCalls.editProduct, { body: { ...stallFields(draft), id } });
}

export function sendRemoval(offerer: Offerer, id: string): Promise<CallAnswer<unknown>> {
  return offerer.userType === 'PROVEEDOR'
    ? callServer(supplierCalls.removeSupplierProduct, { body: { id, userType: 'PRODUCT' } })
    : callServer(productCalls.removeProduct, { params: { id } });
}

function stallFields({ name, price, kind, unit, description }: ProductDraft) {
  return {
    name: name.trim(),
    price,
    shortDescription: description.trim(),
    typeProduct: kind.trim(),
    unit,
  };
}

function supplierFields({ name, price, kind, description }: ProductDraft) {
  return { nombre: name.trim(), precio: price, description: description.trim(), productType: kind.trim() };
}

/** Reads a stall's products by name; without a stall it reads nothing. */
export function useStallProducts(stallId: string, staleTimeMs?: number) {
  return useQuery({
    queryKey: keys.products.of(stallId),
    queryFn: async () => {
      const products = unwrap(await callServer(productCalls.listProducts, { params: { stallId } })).map(
        fromStall,
      );
      return products.sort((one, other) => one.name.localeCompare(other.name, 'es'));
    },
    enabled: stallId !== '',
    ...(staleTimeMs === undefined ? {} : { staleTime: staleTimeMs }),
  });
}

/** Reads one page of all suppliers' products. */
export function useCatalogue(q: string, sort: 'recent' | 'name' | 'price', cursor: string | undefined) {
  return useRead(
    keys.catalogue.list(q, sort, cursor),
    () => callServer(supplierCalls.listCatalogue, { query: { q, sort, cursor, limit: defaultPageSize } }),
    { keepsPrevious: true },
  );
}

export function useSuppliers() {
  return useRead(keys.suppliers.all, () => callServer(supplierCalls.listSuppliers));
}

/** Reads a supplier with its products. */
export function useSupplier(id: string) {
  return useRead(keys.supplier.one(id), () => callServer(supplierCalls.findSupplier, { params: { id } }));
}

/** Returns a supplier's product as the contents of a form. */
export function useSupplierProducts(id: string) {
  return useQuery({
    queryKey: keys.products.of(id),
    queryFn: async () =>
      unwrap(await callServer(supplierCalls.findSupplier, { params: { id } })).products.map(fromSupplier),
  });
}
