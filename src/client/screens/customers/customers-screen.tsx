import { UserRoundPlus } from 'lucide-react';
import { useState, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCustomerPage } from '#src/client/queries/customers.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { ExtraLinks } from '#src/client/shared/lists/extra-links.tsx';
import { ListPager, useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { figureColumn, openColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { customersTexts as texts } from '#src/client/texts/customers/customers-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomerPage as Page } from '#src/contract/customers/schemas.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { formatAmount } from '#src/domain/money.ts';
import { DeletedNotice } from './customer-head.tsx';
import { CustomerPage } from './customer-page.tsx';
import { CreateCustomer } from './edit-customer.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';

/** The list, or one customer by `?cliente=`. Going back returns to the same page of the list. */
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

interface CustomerListProps {
  customers: Customers;
  deleted: User | null;
  onRestored: () => void;
  onOpen: (id: string) => void;
}

function CustomerList({ customers, deleted, onRestored, onOpen }: CustomerListProps) {
  const userType = useSessionUser()?.userType;
  const [creating, setCreating] = useState(false);
  const rows = customers.query.data?.items;
  return (
    <>
      <header className="page-head">
        <h1>{texts.title}</h1>
        {userType !== 'ADMIN' && (
          <Button icon={UserRoundPlus} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )}
        <ExtraLinks page="clientes" userType={userType} />
      </header>
      {deleted !== null && <DeletedNotice customer={deleted} onRestored={onRestored} />}
      <CustomersFilter customers={customers} seesDeleted={userType !== 'RECARGA'} />
      <ListTable
        query={customers.query}
        rows={rows}
        caption={texts.list}
        columns={columnsOf(customers, onOpen)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          ...texts.noneOf[customers.filter],
          search: customers.search,
          onClear: () => customers.setSearch(''),
        }}
      >
        <ListPager {...customers} shown={shownText(rows)} />
      </ListTable>
      {creating && (
        <CreateCustomer
          onClose={() => setCreating(false)}
          onCreated={({ _id }) => {
            setCreating(false);
            onOpen(_id);
          }}
        />
      )}
    </>
  );
}

function CustomersFilter({ customers, seesDeleted }: { customers: Customers; seesDeleted: boolean }) {
  return (
    <div className={`stack-12 ${listStyles.filter}`} role="search">
      <SearchField label={texts.searchLabel} value={customers.search} onSearch={customers.setSearch} />
      {seesDeleted && (
        <FilterChips<CustomerFilter>
          label={texts.list}
          chosen={customers.filter}
          onChoose={customers.setFilter}
          chips={[
            { value: 'current', label: texts.current },
            { value: 'doubles', label: texts.doubles },
            { value: 'deleted', label: texts.deleted },
          ]}
        />
      )}
    </div>
  );
}

type Customer = Page['items'][number];

function shownText(rows: readonly Customer[] = []): string {
  return listsTexts.shown(rows.length, texts.noun(rows.length));
}

function columnsOf({ sort, setSort }: Customers, onOpen: (id: string) => void): Column<Customer>[] {
  return [
    {
      id: 'name',
      head: texts.customer,
      cell: ({ ownerName }) => personName(ownerName),
      card: 'title',
      sort: sort === 'name' ? 'ascending' : 'none',
      onSort: () => setSort('name'),
    },
    { id: 'identification', head: texts.identification, cell: ({ identificacion }) => identificacion },
    {
      id: 'since',
      head: texts.since,
      cell: ({ createAt }) => dateText(createAt),
      card: 'hidden',
      sort: sortOf(sort),
      onSort: () => setSort(sort === 'recent' ? 'oldest' : 'recent'),
    },
    figureColumn('points', texts.points, ({ points }) => formatAmount(points), 'hidden'),
    figureColumn('balance', texts.balance, ({ balance }) => amountText(balance)),
    openColumn(
      ({ ownerName }) => texts.seeOf(personName(ownerName)),
      ({ _id }) => onOpen(_id),
    ),
  ];
}

function sortOf(sort: Customers['sort']): 'ascending' | 'descending' | 'none' {
  if (sort === 'name') return 'none';
  return sort === 'oldest' ? 'ascending' : 'descending';
}

type CustomerSort = 'name' | 'recent' | 'oldest';
type CustomerFilter = 'current' | 'doubles' | 'deleted';

/** Search, order and pages of the customers. Any change returns to the first page. */
function useCustomers() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CustomerSort>('name');
  const [filter, setFilter] = useState<CustomerFilter>('current');
  const { cursor, page, fromStart, steps } = useCursors();
  const q = useDeferredValue(search.trim());
  const query = useCustomerPage({
    q,
    sort,
    cursor,
    limit: defaultPageSize,
    deleted: filter === 'deleted' ? 'true' : 'false',
    ...(filter === 'doubles' ? { doubles: 'true' as const } : {}),
  });
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
