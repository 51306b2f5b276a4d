import { ArrowDownUp } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCatalogue } from '#src/client/queries/products.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListPager, useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField } from '#src/client/shared/lists/search-field.tsx';
import { OpenButton, figureColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { supplierTexts as texts } from '#src/client/texts/office/suppliers-texts.ts';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { SupplierProduct } from '#src/contract/markets/product.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './suppliers.module.css';

type Sort = keyof typeof texts.sorts;
const sorts: readonly Sort[] = ['recent', 'name', 'price'];

/** What all suppliers offer, page by page. */
export function Catalogue({ onSupplier }: { onSupplier: (id: string) => void }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('recent');
  const pages = useCursors();
  const q = useDeferredValue(search.trim());
  const query = useCatalogue(q, sort, pages.cursor);
  return (
    <>
      <div className={listStyles.filter} role="search">
        <SearchField label={texts.searchProduct} value={search} onSearch={pages.fromStart(setSearch)} />
        <SelectField
          label={texts.sort}
          labelHidden
          icon={ArrowDownUp}
          options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={sort}
          onChange={(event) => {
            setSort(sorts.find((value) => value === event.target.value) ?? 'recent');
            pages.reset();
          }}
        />
      </div>
      <ListTable
        query={query}
        rows={query.data?.items}
        caption={texts.catalogue}
        columns={columnsOf(onSupplier)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noneTitle,
          note: texts.none,
          search: q,
          onClear: () => setSearch(''),
        }}
      >
        <ListPager
          page={pages.page}
          shown={texts.shownProducts(query.data?.items.length ?? 0)}
          {...pages.steps(query.data?.nextCursor ?? null)}
        />
      </ListTable>
    </>
  );
}

function columnsOf(onSupplier: (id: string) => void): Column<SupplierProduct>[] {
  return [
    { id: 'name', head: texts.product, card: 'title', cell: ({ nombre }) => nombre },
    { id: 'kind', head: texts.kind, cell: ({ productType }) => productType },
    { id: 'description', head: texts.description, cell: ({ description }) => description },
    figureColumn('price', texts.price, ({ precio }) => amountText(precio)),
    {
      id: 'supplier',
      head: texts.supplier,
      align: 'end',
      card: 'actions',
      cell: ({ proveedorId, proveedorName }) => (
        <OpenButton
          text={proveedorName}
          label={texts.seeOf(proveedorName)}
          className={styles.supplier}
          onOpen={() => onSupplier(proveedorId)}
        />
      ),
    },
  ];
}
