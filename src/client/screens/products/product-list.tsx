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
import type { ListQuery } from '#src/client/shared/lists/list-body.tsx';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { plainText } from '#src/client/shared/names.ts';
import { errorText } from '#src/client/shared/problem/error-text.ts';
import { actionsColumn, figureColumn, RowButton } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { EditProduct } from './edit-product.tsx';

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
  const found = query.data && matching(query.data, q);
  return (
    <>
      {query.data !== undefined && query.data.length > 5 && (
        <div role="search">
          <SearchField label={texts.search} value={search} onSearch={setSearch} />
        </div>
      )}
      <ListTable
        query={query}
        rows={found}
        caption={texts.title}
        columns={columnsOf(may, setAsked)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noneTitle,
          note: emptyNote,
          actions: emptyActions,
          search: q,
          onClear: () => setSearch(''),
        }}
        shown={texts.shown(found?.length ?? 0)}
      />
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

function columnsOf(may: ProductListProps['may'], onAsk: (asked: Asked) => void): Column<ShownProduct>[] {
  const columns: Column<ShownProduct>[] = [
    { id: 'name', head: texts.name, cell: ({ name }) => name, card: 'title' },
    { id: 'kind', head: texts.kind, cell: ({ kind }) => <span className="soft">{kind}</span> },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    figureColumn('price', texts.price, ({ price }) => amountText(price)),
  ];
  if (!may.edit && !may.remove) return columns;
  return [
    ...columns,
    actionsColumn((product) => (
      <div className="cluster row-acts">
        {may.edit && (
          <RowButton
            text={texts.edit}
            label={texts.editOf(product.name)}
            variant="secondary"
            icon={Pencil}
            onClick={() => onAsk({ product, to: 'edit' })}
          />
        )}
        {may.remove && (
          <RowButton
            text={texts.remove}
            label={texts.removeOf(product.name)}
            variant="secondary"
            icon={Trash2}
            onClick={() => onAsk({ product, to: 'remove' })}
          />
        )}
      </div>
    )),
  ];
}
