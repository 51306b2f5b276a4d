import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import type { ListQuery } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import {
  type Offerer,
  type ProductDraft,
  sendEdit,
  sendRemoval,
  type ShownProduct,
} from '#src/client/queries/products.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { plainText } from '#src/client/texts/written/names.ts';
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
  const asked = useAsked({});
  const [dialog, setDialog] = useState<ReactNode>(null);
  const found = query.data && matching(query.data, asked.q);
  const onClose = () => setDialog(null);
  const put = (product: ShownProduct, draft: ProductDraft | null) => {
    change.mutate({ product, draft });
    onClose();
  };
  return (
    <>
      <List
        query={query}
        rows={found}
        asked={asked}
        searchLabel={query.data !== undefined && query.data.length > 5 ? texts.search : undefined}
        caption={texts.title}
        columns={columns}
        acts={[
          {
            text: texts.edit,
            label: ({ name }) => texts.editOf(name),
            icon: Pencil,
            when: () => may.edit,
            onAct: (product) =>
              setDialog(
                <EditProduct
                  {...{ product, onClose }}
                  hasUnit={offerer.userType !== 'PROVEEDOR'}
                  onSave={(draft) => put(product, draft)}
                />,
              ),
          },
          {
            text: texts.remove,
            label: ({ name }) => texts.removeOf(name),
            icon: Trash2,
            when: () => may.remove,
            onAct: (product) =>
              setDialog(<RemoveProduct {...{ product, onClose }} onYes={() => put(product, null)} />),
          },
        ]}
        rowKey={({ _id }) => _id}
        empty={{ drawing: 'basket', title: texts.noneTitle, note: emptyNote, actions: emptyActions }}
        shown={texts.shown(found?.length ?? 0)}
      />
      {dialog}
    </>
  );
}

interface RemoveProductProps {
  product: ShownProduct;
  onClose: () => void;
  onYes: () => void;
}

function RemoveProduct({ product, onClose, onYes }: RemoveProductProps) {
  return (
    <ConfirmDialog
      title={texts.askRemove(product.name)}
      no={texts.noRemove}
      yes={texts.yesRemove}
      tone="danger"
      onNo={onClose}
      onYes={onYes}
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

const columns: Column<ShownProduct>[] = [
  { head: texts.name, cell: ({ name }) => name, card: 'title' },
  { head: texts.kind, cell: ({ kind }) => <span className="soft">{kind}</span> },
  { head: texts.description, cell: ({ description }) => description },
  figureColumn(texts.price, ({ price }) => amountText(price)),
];
