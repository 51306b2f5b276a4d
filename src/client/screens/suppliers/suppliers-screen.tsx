import { Mail, Phone, ArrowDownUp } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { openColumn, OpenButton, figureColumn } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { useSupplier, useSuppliers, useCatalogue } from '#src/client/queries/products.ts';
import { supplierTexts as texts } from '#src/client/texts/products/suppliers-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { plainText } from '#src/client/texts/written/names.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { SupplierDetail as Detail, SupplierProduct } from '#src/contract/suppliers/schemas.ts';

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
  const asked = useAsked({});
  const wanted = plainText(asked.q);
  const found = query.data?.filter(({ ownerName }) => plainText(ownerName).includes(wanted));
  return (
    <List
      query={query}
      rows={found}
      asked={asked}
      searchLabel={texts.searchSupplier}
      caption={texts.suppliers}
      columns={[
        ...supplierColumns,
        openColumn<User>(
          ({ ownerName }) => texts.seeOf(ownerName),
          ({ _id }) => onSupplier(_id),
        ),
      ]}
      rowKey={({ _id }) => _id}
      empty={{ drawing: 'stall', title: texts.noSuppliersTitle, note: texts.noSuppliers }}
      shown={texts.shownSuppliers(found?.length ?? 0)}
    />
  );
}

const supplierColumns: Column<User>[] = [
  { head: texts.supplier, card: 'title', cell: ({ ownerName }) => ownerName },
  { head: texts.phone, cell: ({ phone }) => phone },
  { head: texts.email, cell: ({ email }) => <span className="breaks">{email}</span> },
  { head: texts.since, card: 'hidden', cell: ({ createAt }) => dateText(createAt) },
];

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
      <p className="column">
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
      <ul className="stack-12">
        {products.map((product) => (
          <li key={product._id} className="row-12 between ruled">
            <span className="fill breaks">
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
  const asked = useAsked<{ sort: Sort }>({ sort: 'recent' });
  const { q, cursor, choices, choose } = asked;
  const query = useCatalogue(q, choices.sort, cursor);
  const { items, nextCursor } = query.data ?? {};
  return (
    <List
      query={query}
      rows={items}
      next={nextCursor}
      asked={asked}
      searchLabel={texts.searchProduct}
      filters={
        <SelectField
          label={texts.sort}
          labelHidden
          icon={ArrowDownUp}
          options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
          value={choices.sort}
          onChange={({ target }) => choose({ sort: sorts.find((one) => one === target.value) ?? 'recent' })}
        />
      }
      caption={texts.catalogue}
      columns={productColumns(onSupplier)}
      rowKey={({ _id }) => _id}
      empty={{ drawing: 'basket', title: texts.noneTitle, note: texts.none }}
      shown={texts.shownProducts(items?.length ?? 0)}
    />
  );
}

function productColumns(onSupplier: (id: string) => void): Column<SupplierProduct>[] {
  return [
    { head: texts.product, card: 'title', cell: ({ nombre }) => nombre },
    { head: texts.kind, cell: ({ productType }) => productType },
    { head: texts.description, cell: ({ description }) => description },
    figureColumn(texts.price, ({ precio }) => amountText(precio)),
    {
      head: texts.supplier,
      align: 'end',
      card: 'actions',
      cell: ({ proveedorId, proveedorName }) => (
        <OpenButton
          text={proveedorName}
          label={texts.seeOf(proveedorName)}
          className="breaks"
          onOpen={() => onSupplier(proveedorId)}
        />
      ),
    },
  ];
}
