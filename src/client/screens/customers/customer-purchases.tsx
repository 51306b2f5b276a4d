import { listCustomerPurchases } from '#src/client/api/customers.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { MoreButton, useMore } from '#src/client/shared/lists/more-button.tsx';
import { SaleAmount, SaleBadge } from '#src/client/shared/tables/sale-state.tsx';
import { customerTexts as texts } from '#src/client/texts/customers-texts.ts';
import { type Column, DataTable } from '#src/client/ui/data-table.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';

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
