import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { User } from '#src/contract/user.ts';
import { CustomerPage } from './customer-page.tsx';
import { CustomerList } from './customer-list.tsx';
import { useCustomers } from './use-customers.ts';

/** The list, and one customer by `?cliente=`: the way back leads to the same page of the list. */
export function CustomersScreen() {
  const [params, setParams] = useSearchParams();
  const customers = useCustomers();
  const [deleted, setDeleted] = useState<User | null>(null);
  const id = params.get('cliente');
  if (id !== null)
    return (
      <CustomerPage
        key={id}
        id={id}
        onBack={() => setParams({})}
        onDeleted={(user) => {
          setDeleted(user);
          setParams({});
        }}
      />
    );
  return (
    <CustomerList
      customers={customers}
      deleted={deleted}
      onRestored={() => setDeleted(null)}
      onOpen={(cliente) => setParams({ cliente })}
    />
  );
}
