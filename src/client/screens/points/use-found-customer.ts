import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCustomers, readCustomer } from '#src/client/api/customers.ts';
import { take } from '#src/client/queries/call-failure.ts';
import type { CustomerDetail } from '#src/contract/customer.ts';
import type { User } from '#src/contract/user.ts';

/** How many of a search are offered: whoever stands at the desk is found by the number of the document. */
const offered = 5;

export interface PointsHolder {
  user: User;
  points: number;
}

/** The customer at the desk: named by the page before, or searched for. Points are asked for anew each time. */
export function useFoundCustomer(customerId: string | null) {
  const [id, setId] = useState(customerId);
  const [q, setQ] = useState('');
  const detail = useQuery({
    queryKey: ['customer', id],
    queryFn: async () => take(await readCustomer(id ?? '')),
    enabled: id !== null,
  });
  const search = useQuery({
    queryKey: ['customers', 'desk', q],
    queryFn: async () => {
      const { items } = take(await listCustomers({ q, limit: offered }));
      if (items.length === 1) setId(items[0]?._id ?? null);
      return items;
    },
    enabled: q !== '' && id === null,
    staleTime: 0,
  });
  return {
    customer: id === null ? null : toHolder(detail.data),
    isLoading: id !== null && detail.isPending,
    error: id === null ? search.error : detail.error,
    q,
    matches: id === null ? search.data : undefined,
    isSearching: search.isFetching,
    searchFor: (text: string) => {
      setId(null);
      setQ(text.trim());
      if (text.trim() === q) void search.refetch();
    },
    choose: setId,
    clear: () => {
      setId(null);
      setQ('');
    },
  };
}

export type FoundCustomer = ReturnType<typeof useFoundCustomer>;

function toHolder(detail: CustomerDetail | undefined): PointsHolder | null {
  return detail?.client.visible === true ? { user: detail.client, points: detail.points } : null;
}
