import {
  customerDetailSchema,
  customerPageSchema,
  type CustomerCommand,
  type CustomerDetail,
  type CustomerEdit,
  type CustomerListQuery,
  type CustomerPage,
} from '#src/contract/customer.ts';
import { purchasePageSchema, type PurchasePage } from '#src/contract/purchase.ts';
import { userSchema, type User } from '#src/contract/user.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

export function listCustomers(query: CustomerListQuery): Promise<Outcome<CustomerPage>> {
  return call({ method: 'GET', path: '/client/list', query, answer: customerPageSchema, signedIn: true });
}

export function readCustomer(id: string): Promise<Outcome<CustomerDetail>> {
  const path = `/client/${encodeURIComponent(id)}`;
  return call({ method: 'GET', path, answer: customerDetailSchema, signedIn: true });
}

export function createCustomer(body: CustomerCommand): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/client/create', body, answer: userSchema, signedIn: true });
}

export function editCustomer(body: CustomerEdit): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/client/edit', body, answer: userSchema, signedIn: true });
}

export function deleteCustomer(id: string): Promise<Outcome<User>> {
  const path = `/client/delete/${encodeURIComponent(id)}`;
  return call({ method: 'DELETE', path, answer: userSchema, signedIn: true });
}

export function restoreCustomer(id: string): Promise<Outcome<User>> {
  return call({ method: 'POST', path: '/client/restore', body: { id }, answer: userSchema, signedIn: true });
}

/** What a customer bought, as the asking market may see it. */
export function listCustomerPurchases(query: {
  clientId: string;
  cursor?: string | undefined;
  limit?: number;
}): Promise<Outcome<PurchasePage>> {
  return call({ method: 'GET', path: '/client/history', query, answer: purchasePageSchema, signedIn: true });
}
