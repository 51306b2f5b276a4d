import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Offerer, ProductDraft, ShownProduct } from '#src/client/queries/products.ts';
import { ListBody, type ListQuery } from '#src/client/shared/lists/list-body.tsx';
import { NoMatch, SearchField } from '#src/client/shared/lists/search-field.tsx';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { AskRemove } from './ask-remove.tsx';
import { EditProduct } from './edit-product.tsx';
import { matching } from './matching-products.ts';
import { ProductTable } from './product-table.tsx';
import { useProductChange } from './use-product-change.ts';
import styles from './products.module.css';

interface ProductListProps {
  offerer: Offerer;
  query: ListQuery & { data: readonly ShownProduct[] | undefined };
  /** A market takes down what it may not change. */
  may: { edit: boolean; remove: boolean };
  emptyNote: string;
  emptyActions?: ReactNode;
}

/** A long list is not drawn whole before somebody asks for it. */
const drawnAtFirst = 50;

export function ProductList({ offerer, query, may, emptyNote, emptyActions }: ProductListProps) {
  const change = useProductChange(offerer);
  const [search, setSearch] = useState('');
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const q = useDeferredValue(search);
  const found = matching(query.data ?? [], q);
  const drawn = isWhole ? found : found.slice(0, drawnAtFirst);
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
        empty={
          <EmptyState drawing="basket" title={texts.noneTitle} actions={emptyActions}>
            <p>{emptyNote}</p>
          </EmptyState>
        }
      >
        {() =>
          found.length === 0 ? (
            <NoMatch search={q} onClear={() => setSearch('')} />
          ) : (
            <>
              <ProductTable
                products={drawn}
                onEdit={may.edit ? (product) => setAsked({ product, to: 'edit' }) : undefined}
                onRemove={may.remove ? (product) => setAsked({ product, to: 'remove' }) : undefined}
              />
              <div className={styles.foot}>
                <p role="status">{texts.shown(found.length)}</p>
                {drawn.length < found.length && (
                  <Button variant="secondary" size="row" onClick={() => setWhole(true)}>
                    {texts.showAll(found.length)}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </ListBody>
      {asked !== null && (
        <ProductDialog
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
  onClose: () => void;
  onDraft: (draft: ProductDraft | null) => void;
}

function ProductDialog({ product, to, onClose, onDraft }: ProductDialogProps) {
  if (to === 'edit') return <EditProduct product={product} onClose={onClose} onSave={onDraft} />;
  return <AskRemove name={product.name} onNo={onClose} onYes={() => onDraft(null)} />;
}
