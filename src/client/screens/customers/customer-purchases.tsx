import { listCustomerPurchases } from '#src/client/api/customers.ts';
import { customerTexts as texts } from '#src/client/texts/customers-texts.ts';
import type { Column } from '#src/client/ui/data-table.tsx';
import { DataTable } from '#src/client/ui/data-table.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import { dateTimeText } from '../dates.ts';
import { ListBody } from '../lists/list-body.tsx';
import { MoreButton } from '../lists/more-button.tsx';
import { useMore } from '../lists/use-more.ts';
import { SaleAmount } from '../sales/sale-amount.tsx';
import { SaleBadge } from '../sales/sale-badge.tsx';

const columns: Column<PurchaseRow>[] = [
  { id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
  { id: 'code', head: texts.purchase, cell: ({ codeCompra }) => codeCompra },
  { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt) },
  { id: 'state', head: texts.state, cell: (row) => <SaleBadge sale={row} /> },
  { id: 'amount', head: texts.amount, align: 'end', card: 'badge', cell: (row) => <SaleAmount sale={row} /> },
];

export function CustomerPurchases({ id }: { id: string }) {
  const { query, items } = useMore(['customer-purchases', id], (cursor) =>
    listCustomerPurchases({ clientId: id, cursor }),
  );
  return (
    <ListBody
      query={query}
      data={items}
      isEmpty={items?.length === 0}
      empty={
        <EmptyState drawing="basket" title={texts.noPurchasesTitle}>
          <p>{texts.noPurchases}</p>
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <DataTable
            caption={texts.purchases}
            columns={columns}
            rows={rows}
            rowKey={({ codeCompra }) => codeCompra}
          />
          <MoreButton query={query} />
        </>
      )}
    </ListBody>
  );
}
