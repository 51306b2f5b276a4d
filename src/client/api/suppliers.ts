import {
  supplierDetailSchema,
  supplierListSchema,
  supplierProductPageSchema,
  supplierProductSchema,
  type SupplierDetail,
  type SupplierProduct,
  type SupplierProductCommand,
  type SupplierProductEdit,
  type SupplierProductPage,
  type SupplierProductQuery,
} from '#src/contract/supplier.ts';
import type { User } from '#src/contract/user.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Approved ones, by name. */
export function listSuppliers(): Promise<Outcome<User[]>> {
  return call({ method: 'GET', path: '/proveedores/', answer: supplierListSchema, signedIn: true });
}

export function findSupplier(id: string): Promise<Outcome<SupplierDetail>> {
  const path = `/proveedores/get/${encodeURIComponent(id)}`;
  return call({ method: 'GET', path, answer: supplierDetailSchema, signedIn: true });
}

/** What all suppliers offer. */
export function listCatalogue(query: SupplierProductQuery): Promise<Outcome<SupplierProductPage>> {
  const path = '/proveedores/get-products-all';
  return call({ method: 'GET', path, query, answer: supplierProductPageSchema, signedIn: true });
}

export function addSupplierProduct(
  opId: string,
  body: SupplierProductCommand,
): Promise<Outcome<SupplierProduct>> {
  return call({
    method: 'POST',
    path: '/proveedores/addProduct',
    body,
    answer: supplierProductSchema,
    signedIn: true,
    idempotencyKey: opId,
  });
}

export function editSupplierProduct(body: SupplierProductEdit): Promise<Outcome<SupplierProduct>> {
  const path = '/proveedores/edit-product';
  return call({ method: 'POST', path, body, answer: supplierProductSchema, signedIn: true });
}

export function removeSupplierProduct(id: string): Promise<Outcome<SupplierProduct>> {
  const path = '/proveedores/delete-product';
  const body = { id, userType: 'PRODUCT' };
  return call({ method: 'POST', path, body, answer: supplierProductSchema, signedIn: true });
}
