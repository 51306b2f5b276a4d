import * as z from 'zod/mini';
import { signInTypes } from '#src/contract/accounts/user-type.ts';
import type { Call } from '#src/contract/call.ts';
import { textField } from '#src/contract/fields.ts';
import { productTargetSchema } from '#src/contract/products/schemas.ts';
import {
  supplierDetailSchema,
  supplierListSchema,
  supplierProductCommandSchema,
  supplierProductEditSchema,
  supplierProductPageSchema,
  supplierProductQuerySchema,
  supplierProductSchema,
} from './schemas.ts';

/** proveedores y lo que ofrecen */
export const supplierCalls = {
  listSuppliers: {
    method: 'GET',
    path: '/proveedores/',
    roles: signInTypes,
    answer: supplierListSchema,
  },
  findSupplier: {
    method: 'GET',
    path: '/proveedores/get/:id',
    roles: signInTypes,
    params: z.object({ id: textField(60) }),
    answer: supplierDetailSchema,
  },
  /** The products of all suppliers. */
  listCatalogue: {
    method: 'GET',
    path: '/proveedores/get-products-all',
    roles: signInTypes,
    query: supplierProductQuerySchema,
    answer: supplierProductPageSchema,
  },
  addSupplierProduct: {
    method: 'POST',
    path: '/proveedores/addProduct',
    roles: ['PROVEEDOR'],
    body: supplierProductCommandSchema,
    answer: supplierProductSchema,
    idempotent: true,
  },
  editSupplierProduct: {
    method: 'POST',
    path: '/proveedores/edit-product',
    roles: ['PROVEEDOR'],
    body: supplierProductEditSchema,
    answer: supplierProductSchema,
  },
  removeSupplierProduct: {
    method: 'POST',
    path: '/proveedores/delete-product',
    roles: ['PROVEEDOR'],
    body: productTargetSchema,
    answer: supplierProductSchema,
  },
} as const satisfies Record<string, Call>;
