import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { figureColumn, openColumn, sortedBy } from '#src/client/list/columns.tsx';
import { ExtraLinks } from '#src/client/list/extra-links.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { useCustomerPage } from '#src/client/queries/customers.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { customersTexts as texts } from '#src/client/texts/customers/customers-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomerPage as Page } from '#src/contract/customers/schemas.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { formatAmount } from '#src/domain/money.ts';
import { DeletedNotice } from './customer-head.tsx';
import { CustomerPage } from './customer-page.tsx';
import { CreateCustomer } from './edit-customer.tsx';

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
  const { asked, query } = customers;
  const { items: rows, nextCursor } = query.data ?? {};
  return (
    <>
      <header className="page-head">
        <h1>{texts.title}</h1>
        {userType !== 'ADMIN' && (
          <DialogButton
            icon={UserRoundPlus}
            render={(onClose) => <CreateCustomer onClose={onClose} onCreated={({ _id }) => onOpen(_id)} />}
          >
            {texts.create}
          </DialogButton>
        )}
        <ExtraLinks page="clientes" userType={userType} />
      </header>
      {deleted !== null && <DeletedNotice customer={deleted} onRestored={onRestored} />}
      <List
        query={query}
        rows={rows}
        next={nextCursor}
        asked={asked}
        searchLabel={texts.searchLabel}
        filters={
          userType !== 'RECARGA' && (
            <FilterChips<CustomerFilter>
              label={texts.list}
              chosen={asked.choices.filter}
              onChoose={(filter) => asked.choose({ filter })}
              chips={filters.map((value) => ({ value, label: texts[value] }))}
            />
          )
        }
        caption={texts.list}
        columns={columnsOf(asked, onOpen)}
        rowKey={({ _id }) => _id}
        empty={{ drawing: 'basket', ...texts.noneOf[asked.choices.filter] }}
        shown={listsTexts.shown(rows?.length ?? 0, texts.noun(rows?.length ?? 0))}
      />
    </>
  );
}

type Customer = Page['items'][number];

function columnsOf(
  { choices, choose }: Customers['asked'],
  onOpen: (id: string) => void,
): Column<Customer>[] {
  const sort = { order: choices.sort, onOrder: (order: CustomerSort) => choose({ sort: order }) };
  return [
    {
      head: texts.customer,
      cell: ({ ownerName }) => personName(ownerName),
      card: 'title',
      ...sortedBy({ name: 'ascending' }, sort),
    },
    { head: texts.identification, cell: ({ identificacion }) => identificacion },
    {
      head: texts.since,
      cell: ({ createAt }) => dateText(createAt),
      card: 'hidden',
      ...sortedBy({ recent: 'descending', oldest: 'ascending' }, sort),
    },
    figureColumn(texts.points, ({ points }) => formatAmount(points), 'hidden'),
    figureColumn(texts.balance, ({ balance }) => amountText(balance)),
    openColumn(
      ({ ownerName }) => texts.seeOf(personName(ownerName)),
      ({ _id }) => onOpen(_id),
    ),
  ];
}

type CustomerSort = 'name' | 'recent' | 'oldest';
const filters = ['current', 'doubles', 'deleted'] as const;
type CustomerFilter = (typeof filters)[number];

function useCustomers() {
  const start: { sort: CustomerSort; filter: CustomerFilter } = { sort: 'name', filter: 'current' };
  const asked = useAsked(start);
  const { q, cursor, choices } = asked;
  const query = useCustomerPage({
    q,
    sort: choices.sort,
    cursor,
    limit: defaultPageSize,
    deleted: choices.filter === 'deleted' ? 'true' : 'false',
    ...(choices.filter === 'doubles' ? { doubles: 'true' as const } : {}),
  });
  return { asked, query };
}

type Customers = ReturnType<typeof useCustomers>;
