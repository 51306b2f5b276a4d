import { Pencil, Trash2 } from 'lucide-react';
import type { ShownProduct } from '#src/client/queries/products.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { productTexts as texts } from '#src/client/texts/office/products-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import styles from './products.module.css';

interface ProductTableProps {
  products: readonly ShownProduct[];
  /** Absent: not theirs to change. */
  onEdit: ((product: ShownProduct) => void) | undefined;
  onRemove: ((product: ShownProduct) => void) | undefined;
}

export function ProductTable(props: ProductTableProps) {
  return (
    <DataTable
      caption={texts.title}
      columns={columnsOf(props)}
      rows={props.products}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsOf({ onEdit, onRemove }: ProductTableProps): Column<ShownProduct>[] {
  const columns: Column<ShownProduct>[] = [
    { id: 'name', head: texts.name, cell: ({ name }) => name, card: 'title' },
    { id: 'kind', head: texts.kind, cell: ({ kind }) => <span className={styles.soft}>{kind}</span> },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    {
      id: 'price',
      head: texts.price,
      align: 'end',
      card: 'badge',
      cell: ({ price }) => <b className={styles.price}>{amountText(price)}</b>,
    },
  ];
  if (onEdit === undefined && onRemove === undefined) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'actions',
      cell: (product) => <RowActions product={product} onEdit={onEdit} onRemove={onRemove} />,
    },
  ];
}

type RowActionsProps = Omit<ProductTableProps, 'products'> & { product: ShownProduct };

function RowActions({ product, onEdit, onRemove }: RowActionsProps) {
  return (
    <div className={styles.decide}>
      {onEdit !== undefined && (
        <Button
          variant="secondary"
          size="row"
          icon={Pencil}
          aria-label={texts.editOf(product.name)}
          onClick={() => onEdit(product)}
        >
          {texts.edit}
        </Button>
      )}
      {onRemove !== undefined && (
        <Button
          variant="danger"
          size="row"
          icon={Trash2}
          aria-label={texts.removeOf(product.name)}
          onClick={() => onRemove(product)}
        >
          {texts.remove}
        </Button>
      )}
    </div>
  );
}
