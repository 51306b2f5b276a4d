import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { customerCalls } from '#src/contract/calls/customers.ts';
import { unwrap } from './call-failure.ts';
import { keys } from './keys.ts';

/** One customer with vouchers and points; null asks nothing. */
export function useCustomer(id: string | null) {
  return useQuery({
    queryKey: keys.customer.one(id),
    queryFn: async () => unwrap(await callServer(customerCalls.findCustomer, { params: { id: id ?? '' } })),
    enabled: id !== null,
  });
}
