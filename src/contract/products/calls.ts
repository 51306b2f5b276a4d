import * as z from 'zod/mini';
import type { Call } from '#src/contract/call.ts';
import { textField } from '#src/contract/fields.ts';
import { idField } from '#src/protocol/fields.ts';
import { productCommandSchema, productEditSchema, productListSchema, productSchema } from './schemas.ts';

const ofStall = z.object({ stallId: textField(60) });

/** productos de los estantes */
export const productCalls = {
  listProducts: {
    method: 'GET',
    path: '/products/:stallId',
    isOpen: true,
    params: ofStall,
    answer: productListSchema,
    quota: 'catalogue',
  },
  createProduct: {
    method: 'POST',
    path: '/products/create/:stallId',
    roles: ['ESTANTE'],
    params: ofStall,
    body: productCommandSchema,
    answer: productSchema,
    idempotent: true,
  },
  editProduct: {
    method: 'POST',
    path: '/products/edit',
    roles: ['ESTANTE'],
    body: productEditSchema,
    answer: productSchema,
  },
  removeProduct: {
    method: 'DELETE',
    path: '/products/delete/:id',
    roles: ['ESTANTE', 'GLOBAL_MARKET', 'ADMIN'],
    params: z.object({ id: idField }),
    answer: productSchema,
  },
} as const satisfies Record<string, Call>;
