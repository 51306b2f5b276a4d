import { ChevronRight } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { customersTexts as texts } from '#src/client/texts/office/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { CustomerPage } from '#src/contract/accounts/customer.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { Customers } from './use-customers.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';

type Customer = CustomerPage['items'][number];

interface CustomerTableProps {
  customers: readonly Customer[];
  list: Customers;
  onOpen: (id: string) => void;
}

export function CustomerTable({ customers, list, onOpen }: CustomerTableProps) {
  return (
    <DataTable
      caption={texts.list}
      columns={columnsOf(list, onOpen)}
      rows={customers}
      rowKey={({ _id }) => _id}
    />
  );
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
    {
      id: 'points',
      head: texts.points,
      align: 'end',
      card: 'hidden',
      cell: ({ points }) => formatAmount(points),
    },
    {
      id: 'balance',
      head: texts.balance,
      align: 'end',
      card: 'badge',
      cell: ({ balance }) => <span className={listStyles.strong}>{amountText(balance)}</span>,
    },
    {
      id: 'actions',
      head: texts.see,
      headHidden: true,
      card: 'corner',
      cell: ({ _id, ownerName }) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(personName(ownerName))}
          onClick={() => onOpen(_id)}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}

function sortOf(sort: Customers['sort']): 'ascending' | 'descending' | 'none' {
  if (sort === 'name') return 'none';
  return sort === 'oldest' ? 'ascending' : 'descending';
}
