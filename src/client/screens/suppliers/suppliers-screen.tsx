import { Mail, Phone, ArrowDownUp } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useSupplier, useSuppliers, useCatalogue } from '#src/client/queries/products.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { ListPager, useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { SearchField, useSearch } from '#src/client/shared/lists/search-field.tsx';
import { plainText } from '#src/client/shared/names.ts';
import { openColumn, OpenButton, figureColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { supplierTexts as texts } from '#src/client/texts/products/suppliers-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { SupplierDetail as Detail, SupplierProduct } from '#src/contract/suppliers/schemas.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './suppliers.module.css';

type View = 'catalogue' | 'suppliers' | 'accounts';

interface SuppliersScreenProps {
  /** Suppliers' accounts, shown first and below the switch of views to a person who decides about them. */
  accounts?: ComponentType<{ views: ReactNode }>;
}

/** Suppliers and their products. */
export function SuppliersScreen({ accounts: Accounts }: SuppliersScreenProps) {
  const [view, setView] = useState<View>(Accounts ? 'accounts' : 'catalogue');
  const [shownId, setShownId] = useState<string | null>(null);
  const views: View[] = Accounts ? ['accounts', 'catalogue', 'suppliers'] : ['catalogue', 'suppliers'];
  const chips = (
    <FilterChips<View>
      label={texts.views}
      chosen={view}
      onChoose={setView}
      chips={views.map((value) => ({ value, label: texts[value] }))}
    />
  );
  if (Accounts && view === 'accounts') return <Accounts views={chips} />;
  return (
    <>
      <h1>{texts.title}</h1>
      {chips}
      {view === 'catalogue' && <Catalogue onSupplier={setShownId} />}
      {view === 'suppliers' && <SupplierList onSupplier={setShownId} />}
      {shownId !== null && <SupplierDetail id={shownId} onClose={() => setShownId(null)} />}
    </>
  );
}

function SupplierList({ onSupplier }: { onSupplier: (id: string) => void }) {
  const query = useSuppliers();
  const { q, ...search } = useSearch();
  const found = (query.data ?? []).filter(({ ownerName }) => plainText(ownerName).includes(plainText(q)));
  return (
    <>
      <div role="search">
        <SearchField label={texts.searchSupplier} {...search.field} />
      </div>
      <ListTable
        query={query}
        rows={query.data && found}
        caption={texts.suppliers}
        columns={columnsOf(onSupplier)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'stall',
          title: texts.noSuppliersTitle,
          note: texts.noSuppliers,
          ...search.empty,
        }}
        shown={texts.shownSuppliers(found.length)}
      />
    </>
  );
}

function columnsOf(onSupplier: (id: string) => void): Column<User>[] {
  return [
    { id: 'name', head: texts.supplier, card: 'title', cell: ({ ownerName }) => ownerName },
    { id: 'phone', head: texts.phone, cell: ({ phone }) => phone },
    { id: 'email', head: texts.email, cell: ({ email }) => <span className="breaks">{email}</span> },
    { id: 'since', head: texts.since, card: 'hidden', cell: ({ createAt }) => dateText(createAt) },
    openColumn(
      ({ ownerName }) => texts.seeOf(ownerName),
      ({ _id }) => onSupplier(_id),
    ),
  ];
}

/** A supplier's identity, contact data and products. */
export function SupplierDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useSupplier(id);
  return (
    <ReadDialog title={query.data?.ownerName ?? texts.supplier} onClose={onClose}>
      <ListBody query={query} data={query.data} skeletonRows={3} bare>
        {(supplier) => <Offer supplier={supplier} />}
      </ListBody>
    </ReadDialog>
  );
}

function Offer({ supplier }: { supplier: Detail }) {
  const { phone, email, products } = supplier;
  return (
    <>
      <p className={styles.contact}>
        {phone}
        <span className="breaks">{email}</span>
      </p>
      <div className="cluster">
        <a className={buttonClass({ variant: 'secondary', size: 'row' })} href={`tel:${phone}`}>
          <Icon of={Phone} size={22} />
          {texts.call}
        </a>
        <a className={buttonClass({ variant: 'secondary', size: 'row' })} href={`mailto:${email}`}>
          <Icon of={Mail} size={22} />
          {texts.write}
        </a>
      </div>
      <h3>{texts.offers}</h3>
      {products.length === 0 && <p>{texts.offersNothing}</p>}
      <ul className={styles.offers}>
        {products.map((product) => (
          <li key={product._id} className={`row-12 between ruled ${styles.offer}`}>
            <span>
              <b>{product.nombre}</b>
              <span className="under">
                {product.productType} · {product.description}
              </span>
            </span>
            <b className="bold whole">{amountText(product.precio)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

type Sort = keyof typeof texts.sorts;
const sorts: readonly Sort[] = ['recent', 'name', 'price'];

/** The products of all suppliers, by page. */
function Catalogue({ onSupplier }: { onSupplier: (id: string) => void }) {
  const { q, ...search } = useSearch();
  const [sort, setSort] = useState<Sort>('recent');
  const pages = useCursors();
  const query = useCatalogue(q, sort, pages.cursor);
  return (
    <>
      <div className={`stack-12 ${listStyles.filter}`} role="search">
        <SearchField
          label={texts.searchProduct}
          value={search.field.value}
          onSearch={pages.fromStart(search.field.onSearch)}
        />
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
        columns={productColumns(onSupplier)}
        rowKey={({ _id }) => _id}
        empty={{
          drawing: 'basket',
          title: texts.noneTitle,
          note: texts.none,
          ...search.empty,
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

function productColumns(onSupplier: (id: string) => void): Column<SupplierProduct>[] {
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
