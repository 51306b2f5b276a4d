import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { ListBody } from '#src/client/list/list-body.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { type ChosenStall, StallChooser } from '#src/client/list/stall-chooser.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useStallProducts, useSupplierProducts } from '#src/client/queries/products.ts';
import { useActor, type Actor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { ProductList } from './product-list.tsx';

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
  const approved = useQuery({
    queryKey: keys.accounts.list('ESTANTE', 'approved'),
    queryFn: async () =>
      unwrap(await callServer(accountCalls.listUsers, { query: { userType: 'ESTANTE', limit: 1 } })).counts
        .APROBADO,
  });
  const { stall, choose } = useStallOfAddress();
  const stallId = stall?.id ?? '';
  const products = useStallProducts(stallId);
  return (
    <>
      <h1>{texts.title}</h1>
      <ListBody
        query={approved}
        data={approved.data}
        skeletonRows={1}
        bare
        isEmpty={approved.data === 0}
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
      {stall === null && (approved.data ?? 0) > 0 && (
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
  const named = useQuery({
    queryKey: keys.stallName.one(id),
    queryFn: async () => {
      const { estanteName, ownerName } = unwrap(await callServer(accountCalls.findUser, { params: { id } }));
      return estanteName ?? ownerName;
    },
    enabled: id !== '' && !isKnown,
  });
  return {
    stall: id === '' ? null : { id, name: isKnown ? chosen.name : (named.data ?? '') },
    choose: (stall) => {
      setChosen(stall);
      setSearch(stall === null ? {} : { estante: stall.id }, { replace: true });
    },
  };
}
