import { callServer } from '#src/client/api/call-server.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerListQuery } from '#src/contract/customers/schemas.ts';
import { useRead } from './call-failure.ts';
import { keys } from './keys.ts';
import { useReadPage } from './read-on.ts';

/** Reads one page of customers. */
export function useCustomerPage(query: CustomerListQuery) {
  return useReadPage(
    keys.customers.list(query),
    (cursor) => callServer(customerCalls.listCustomers, { query: { ...query, cursor } }),
    query.cursor,
  );
}

/** Reads one customer with vouchers and points; null reads nothing. */
export function useCustomer(id: string | null) {
  return useRead(
    keys.customer.one(id),
    () => callServer(customerCalls.findCustomer, { params: { id: id ?? '' } }),
    { enabled: id !== null },
  );
}
