import { ChevronRight } from 'lucide-react';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { SaleAmount, SaleBadge } from '#src/client/shared/tables/sale-state.tsx';
import { salesTexts as texts } from '#src/client/texts/office/sales-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { PurchaseRow } from '#src/contract/money/purchase.ts';

interface SaleTableProps {
  sales: readonly PurchaseRow[];
  withStall: boolean;
  onSee: (sale: PurchaseRow) => void;
}

export function SaleTable({ sales, withStall, onSee }: SaleTableProps) {
  return (
    <DataTable
      caption={texts.title}
      columns={columnsOf(withStall, onSee)}
      rows={sales}
      rowKey={({ codeCompra }) => codeCompra}
    />
  );
}

function columnsOf(withStall: boolean, onSee: SaleTableProps['onSee']): Column<PurchaseRow>[] {
  const stall: Column<PurchaseRow>[] = withStall
    ? [{ id: 'stall', head: texts.stall, cell: ({ estanteName }) => estanteName }]
    : [];
  return [
    {
      id: 'code',
      head: texts.code,
      cell: ({ codeCompra }) => codeCompra,
      card: 'hidden',
      isWhole: true,
    },
    { id: 'customer', head: texts.customer, cell: ({ userName }) => personName(userName), card: 'title' },
    ...stall,
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt), isWhole: true },
    { id: 'state', head: texts.state, cell: (sale) => <SaleBadge sale={sale} /> },
    {
      id: 'amount',
      head: texts.amount,
      align: 'end',
      card: 'badge',
      cell: (sale) => <SaleAmount sale={sale} />,
    },
    {
      id: 'actions',
      head: texts.see,
      headHidden: true,
      card: 'corner',
      cell: (sale) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(sale.codeCompra)}
          onClick={() => onSee(sale)}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}
