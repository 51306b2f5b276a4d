import { keys } from '#src/client/queries/keys.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { customerCalls } from '#src/contract/calls/customers.ts';
import { useDeferredValue, useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { defaultPageSize } from '#src/contract/limits.ts';

export type CustomerSort = 'name' | 'recent' | 'oldest';
export type CustomerFilter = 'current' | 'deleted';

/** Search, order and pages of the customers. Whatever changes, the first page is shown. */
export function useCustomers() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CustomerSort>('name');
  const [filter, setFilter] = useState<CustomerFilter>('current');
  const { cursor, page, reset, steps } = useCursors();
  const q = useDeferredValue(search.trim());
  const query = useQuery({
    queryKey: keys.customers.list(q, sort, filter, cursor),
    queryFn: async () =>
      unwrap(
        await callServer(customerCalls.listCustomers, {
          query: {
            q,
            sort,
            cursor,
            limit: defaultPageSize,
            deleted: filter === 'deleted' ? 'true' : 'false',
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const fromStart =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      reset();
    };
  return {
    query,
    search,
    setSearch: fromStart(setSearch),
    sort,
    setSort: fromStart(setSort),
    filter,
    setFilter: fromStart(setFilter),
    page,
    ...steps(query.data?.nextCursor ?? null),
  };
}

export type Customers = ReturnType<typeof useCustomers>;
