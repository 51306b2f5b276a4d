import * as z from 'zod/mini';
import { userSchema } from '#src/contract/accounts/schemas.ts';
import type { Call } from '#src/contract/call.ts';
import { idField } from '#src/protocol/fields.ts';
import {
  customerCommandSchema,
  customerDetailSchema,
  customerEditSchema,
  customerListQuerySchema,
  customerPageSchema,
  customersMergedSchema,
} from './schemas.ts';

const byId = z.object({ id: idField });
const staff = ['RECARGA', 'GLOBAL_MARKET', 'ADMIN'] as const;

/** clientes, for staff */
export const customerCalls = {
  listCustomers: {
    method: 'GET',
    path: '/client/list',
    roles: staff,
    query: customerListQuerySchema,
    answer: customerPageSchema,
  },
  createCustomer: {
    method: 'POST',
    path: '/client/create',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
    body: customerCommandSchema,
    answer: userSchema,
    status: 201,
  },
  editCustomer: {
    method: 'POST',
    path: '/client/edit',
    roles: staff,
    body: customerEditSchema,
    answer: userSchema,
  },
  findCustomer: {
    method: 'GET',
    path: '/client/:id',
    roles: staff,
    params: byId,
    answer: customerDetailSchema,
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/client/delete/:id',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    params: byId,
    answer: userSchema,
  },
  mergeCustomers: {
    method: 'POST',
    path: '/client/merge',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: customersMergedSchema,
    answer: userSchema,
  },
  restoreCustomer: {
    method: 'POST',
    path: '/client/restore',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: byId,
    answer: userSchema,
  },
} as const satisfies Record<string, Call>;
