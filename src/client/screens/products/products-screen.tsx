import { Plus, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { useToldChange } from '#src/client/form/form-page.tsx';
import { figureColumn } from '#src/client/list/columns.tsx';
import { ListBody, type ListQuery } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { useAsked } from '#src/client/list/paging.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { type ChosenStall, StallChooser } from '#src/client/list/stall-chooser.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import {
  useStallProducts,
  useSupplierProducts,
  type Offerer,
  type ProductDraft,
  sendEdit,
  sendRemoval,
  type ShownProduct,
} from '#src/client/queries/products.ts';
import { useActor, type Actor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { plainText } from '#src/client/texts/written/names.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { EditProduct } from './product-forms.tsx';

/** A stall's own products; those of its stalls for a market, and of all stalls for an administrator. */
export function ProductsScreen() {
  const actor = useActor();
  if (actor === null) return null;
  if (actor.userType !== 'ESTANTE') return <MarketProducts actor={actor} />;
  return <OwnProducts stallId={actor.id} />;
}

function OwnProducts({ stallId }: { stallId: string }) {
  return (
    <OwnList
      offerer={{ id: stallId, userType: 'ESTANTE' }}
      query={useStallProducts(stallId)}
      emptyNote={texts.noneOwn}
    />
  );
}

/** A supplier's own products. */
export function OwnSupplierProducts() {
  const id = useActor()?.id ?? '';
  return (
    <OwnList
      offerer={{ id, userType: 'PROVEEDOR' }}
      query={useSupplierProducts(id)}
      emptyNote={texts.noneOwnSupplier}
    />
  );
}

/** The user's own products, to add, edit and remove. */
function OwnList(props: Pick<ComponentProps<typeof ProductList>, 'offerer' | 'query' | 'emptyNote'>) {
  return (
    <>
      <header className="page-head">
        <h1>{texts.ownTitle}</h1>
        {props.query.data?.length !== 0 && <CreateLink />}
      </header>
      <ProductList {...props} may={{ edit: true, remove: true }} emptyActions={<CreateLink />} />
    </>
  );
}

function CreateLink() {
  return (
    <Link to="/dashboard/estantes/create" className={buttonClass({})}>
      <Icon of={Plus} size={22} />
      {texts.create}
    </Link>
  );
}

/** One stall at a time, kept in the address. A market can remove products but not edit them. */
function MarketProducts({ actor }: { actor: Actor }) {
  const query = useRead(keys.accounts.list('ESTANTE', 'approved'), () =>
    callServer(accountCalls.listUsers, { query: { userType: 'ESTANTE', limit: 1 } }),
  );
  const approved = query.data?.counts.APROBADO;
  const { stall, choose } = useStallOfAddress();
  const stallId = stall?.id ?? '';
  const products = useStallProducts(stallId);
  return (
    <>
      <h1>{texts.title}</h1>
      <ListBody
        query={query}
        data={approved}
        skeletonRows={1}
        bare
        isEmpty={approved === 0}
        empty={<EmptyList drawing="stall" title={texts.noStalls} note={texts.noStallsNote} />}
      >
        {() => (
          <div className="narrow">
            <StallChooser
              of={{ status: 'APROBADO' }}
              withMarket={actor.userType === 'ADMIN'}
              chosen={stall}
              onChoose={choose}
            />
          </div>
        )}
      </ListBody>
      {stall === null && (approved ?? 0) > 0 && (
        <EmptyList drawing="stall" title={texts.chooseTitle} note={texts.chooseNote} />
      )}
      {stall !== null && (
        <ProductList
          key={stallId}
          offerer={{ id: stallId, userType: 'ESTANTE' }}
          query={products}
          may={{ edit: false, remove: true }}
          emptyNote={texts.noneOther}
        />
      )}
    </>
  );
}

/** Returns the stall that the address names. Its name is queried unless it was chosen on this page. */
function useStallOfAddress(): { stall: ChosenStall | null; choose: (stall: ChosenStall | null) => void } {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<ChosenStall | null>(null);
  const id = search.get('estante') ?? '';
  const isKnown = id === chosen?.id;
  const { data: named } = useRead(
    keys.stallName.one(id),
    () => callServer(accountCalls.findUser, { params: { id } }),
    { enabled: id !== '' && !isKnown },
  );
  return {
    stall:
      id === '' ? null : { id, name: isKnown ? chosen.name : (named?.estanteName ?? named?.ownerName ?? '') },
    choose: (stall) => {
      setChosen(stall);
      setSearch(stall === null ? {} : { estante: stall.id }, { replace: true });
    },
  };
}

interface ProductListProps {
  offerer: Offerer;
  query: ListQuery & { data: readonly ShownProduct[] | undefined };
  /** A market may remove products that it may not edit. */
  may: { edit: boolean; remove: boolean };
  emptyNote: string;
  emptyActions?: ReactNode;
}

function ProductList({ offerer, query, may, emptyNote, emptyActions }: ProductListProps) {
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
      save={{ mutate: onYes }}
      onNo={onClose}
    >
      <p>{texts.removeNote}</p>
    </ConfirmDialog>
  );
}

/** `draft` is null when the product is removed. */
function useProductChange(offerer: Offerer) {
  return useToldChange(
    'product changed',
    ({ product, draft }: { product: ShownProduct; draft: ProductDraft | null }) =>
      draft === null ? sendRemoval(offerer, product._id) : sendEdit(offerer, product._id, draft),
    ({ product, draft }) => (draft === null ? texts.removed(product.name) : texts.saved(draft.name)),
  );
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
