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
    since: 1,
  },
  createCustomer: {
    method: 'POST',
    path: '/client/create',
    roles: ['RECARGA', 'GLOBAL_MARKET'],
    body: customerCommandSchema,
    answer: userSchema,
    status: 201,
    since: 1,
  },
  editCustomer: {
    method: 'POST',
    path: '/client/edit',
    roles: staff,
    body: customerEditSchema,
    answer: userSchema,
    since: 1,
  },
  findCustomer: {
    method: 'GET',
    path: '/client/:id',
    roles: staff,
    params: byId,
    answer: customerDetailSchema,
    since: 1,
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/client/delete/:id',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    params: byId,
    answer: userSchema,
    since: 1,
  },
  mergeCustomers: {
    method: 'POST',
    path: '/client/merge',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: customersMergedSchema,
    answer: userSchema,
    since: 2,
  },
  restoreCustomer: {
    method: 'POST',
    path: '/client/restore',
    roles: ['GLOBAL_MARKET', 'ADMIN'],
    body: byId,
    answer: userSchema,
    since: 1,
  },
} as const satisfies Record<string, Call>;
