import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import {
  type Offerer,
  type ProductDraft,
  sendEdit,
  sendRemoval,
  type ShownProduct,
} from '#src/client/queries/products.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { ListBody, type ListQuery } from '#src/client/shared/lists/list-body.tsx';
import { DrawnRows } from '#src/client/shared/lists/more-rows.tsx';
import { NoMatch, SearchField, EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { plainText } from '#src/client/shared/names.ts';
import { errorText } from '#src/client/shared/problem/error-text.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import { EditProduct } from './edit-product.tsx';
import styles from './products.module.css';

interface ProductListProps {
  offerer: Offerer;
  query: ListQuery & { data: readonly ShownProduct[] | undefined };
  /** A market may remove products that it may not edit. */
  may: { edit: boolean; remove: boolean };
  emptyNote: string;
  emptyActions?: ReactNode;
}

export function ProductList({ offerer, query, may, emptyNote, emptyActions }: ProductListProps) {
  const change = useProductChange(offerer);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const q = useDeferredValue(search);
  const found = matching(query.data ?? [], q);
  return (
    <>
      {query.data !== undefined && query.data.length > 5 && (
        <div role="search">
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
        </div>
      )}
      <ListBody
        query={query}
        data={query.data}
        isEmpty={query.data?.length === 0}
        empty={<EmptyList drawing="basket" title={texts.noneTitle} note={emptyNote} actions={emptyActions} />}
      >
        {() =>
          found.length === 0 ? (
            <NoMatch search={q} onClear={() => setSearch('')} />
          ) : (
            <DrawnRows rows={found} shown={texts.shown(found.length)}>
              {(drawn) => (
                <ProductTable
                  products={drawn}
                  onEdit={may.edit ? (product) => setAsked({ product, to: 'edit' }) : undefined}
                  onRemove={may.remove ? (product) => setAsked({ product, to: 'remove' }) : undefined}
                />
              )}
            </DrawnRows>
          )
        }
      </ListBody>
      {asked !== null && (
        <ProductDialog
          hasUnit={offerer.userType !== 'PROVEEDOR'}
          {...asked}
          onClose={() => setAsked(null)}
          onDraft={(draft) => {
            change.mutate({ product: asked.product, draft });
            setAsked(null);
          }}
        />
      )}
    </>
  );
}

interface Asked {
  product: ShownProduct;
  to: 'edit' | 'remove';
}

interface ProductDialogProps extends Asked {
  hasUnit: boolean;
  onClose: () => void;
  onDraft: (draft: ProductDraft | null) => void;
}

function ProductDialog({ product, to, hasUnit, onClose, onDraft }: ProductDialogProps) {
  if (to === 'edit') return <EditProduct {...{ product, hasUnit, onClose }} onSave={onDraft} />;
  return (
    <ConfirmDialog
      title={texts.askRemove(product.name)}
      no={texts.noRemove}
      yes={texts.yesRemove}
      tone="danger"
      onNo={onClose}
      onYes={() => onDraft(null)}
    >
      <p>{texts.removeNote}</p>
    </ConfirmDialog>
  );
}

/** `draft` is null when the product is removed. */
interface ProductChange {
  product: ShownProduct;
  draft: ProductDraft | null;
}

function useProductChange(offerer: Offerer) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async ({ product, draft }: ProductChange) =>
      unwrap(
        draft === null
          ? await sendRemoval(offerer, product._id)
          : await sendEdit(offerer, product._id, draft),
      ),
    onSuccess: (_, { product, draft }) =>
      showToast('success', draft === null ? texts.removed(product.name) : texts.saved(draft.name)),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: () => staleAfter('product changed'),
  });
}

/** Matches when every word of the search is in the product, ignoring accents and case. */
function matching(products: readonly ShownProduct[], search: string): readonly ShownProduct[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return products;
  return products.filter(({ name, kind, description }) => {
    const text = plainText(`${name} ${kind} ${description}`);
    return words.every((word) => text.includes(word));
  });
}

interface ProductTableProps {
  products: readonly ShownProduct[];
  /** Absent when the user may not change it. */
  onEdit: ((product: ShownProduct) => void) | undefined;
  onRemove: ((product: ShownProduct) => void) | undefined;
}

function ProductTable(props: ProductTableProps) {
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
    { id: 'kind', head: texts.kind, cell: ({ kind }) => <span className="soft">{kind}</span> },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    figureColumn('price', texts.price, ({ price }) => amountText(price)),
  ];
  if (onEdit === undefined && onRemove === undefined) return columns;
  return [
    ...columns,
    actionsColumn((product) => <RowActions product={product} onEdit={onEdit} onRemove={onRemove} />),
  ];
}

type RowActionsProps = Omit<ProductTableProps, 'products'> & { product: ShownProduct };

function RowActions({ product, onEdit, onRemove }: RowActionsProps) {
  return (
    <div className={styles.decide}>
      {onEdit !== undefined && (
        <RowButton
          text={texts.edit}
          label={texts.editOf(product.name)}
          variant="secondary"
          icon={Pencil}
          onClick={() => onEdit(product)}
        />
      )}
      {onRemove !== undefined && (
        <RowButton
          text={texts.remove}
          label={texts.removeOf(product.name)}
          variant="secondary"
          icon={Trash2}
          onClick={() => onRemove(product)}
        />
      )}
    </div>
  );
}
