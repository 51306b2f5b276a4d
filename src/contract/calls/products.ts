import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { idField, textField } from '../fields.ts';
import {
  productCommandSchema,
  productEditSchema,
  productListSchema,
  productSchema,
  productTargetSchema,
  supplierDetailSchema,
  supplierListSchema,
  supplierProductCommandSchema,
  supplierProductEditSchema,
  supplierProductPageSchema,
  supplierProductQuerySchema,
  supplierProductSchema,
} from '../markets/product.ts';
import { signInTypes } from '../accounts/user-type.ts';

const ofStall = z.object({ stallId: textField(60) });

/** productos de los estantes */
export const productCalls = {
  listProducts: {
    method: 'GET',
    path: '/products/:stallId',
    roles: [],
    isOpen: true,
    params: ofStall,
    answer: productListSchema,
    quota: 'catalogue',
    since: 1,
  },
  createProduct: {
    method: 'POST',
    path: '/products/create/:stallId',
    roles: ['ESTANTE'],
    params: ofStall,
    body: productCommandSchema,
    answer: productSchema,
    status: 201,
    idempotent: true,
    since: 1,
  },
  editProduct: {
    method: 'POST',
    path: '/products/edit',
    roles: ['ESTANTE'],
    body: productEditSchema,
    answer: productSchema,
    since: 1,
  },
  removeProduct: {
    method: 'DELETE',
    path: '/products/delete/:id',
    roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'],
    params: z.object({ id: idField }),
    answer: productSchema,
    since: 1,
  },
} as const satisfies Record<string, Call>;

/** proveedores y lo que ofrecen */
export const supplierCalls = {
  listSuppliers: {
    method: 'GET',
    path: '/proveedores/',
    roles: signInTypes,
    answer: supplierListSchema,
    since: 1,
  },
  findSupplier: {
    method: 'GET',
    path: '/proveedores/get/:id',
    roles: signInTypes,
    params: z.object({ id: textField(60) }),
    answer: supplierDetailSchema,
    since: 1,
  },
  /** What all suppliers offer. */
  listCatalogue: {
    method: 'GET',
    path: '/proveedores/get-products-all',
    roles: signInTypes,
    query: supplierProductQuerySchema,
    answer: supplierProductPageSchema,
    since: 1,
  },
  addSupplierProduct: {
    method: 'POST',
    path: '/proveedores/addProduct',
    roles: ['PROVEEDOR'],
    body: supplierProductCommandSchema,
    answer: supplierProductSchema,
    status: 201,
    idempotent: true,
    since: 1,
  },
  editSupplierProduct: {
    method: 'POST',
    path: '/proveedores/edit-product',
    roles: ['PROVEEDOR'],
    body: supplierProductEditSchema,
    answer: supplierProductSchema,
    since: 1,
  },
  removeSupplierProduct: {
    method: 'POST',
    path: '/proveedores/delete-product',
    roles: ['PROVEEDOR'],
    body: productTargetSchema,
    answer: supplierProductSchema,
    since: 1,
  },
} as const satisfies Record<string, Call>;
