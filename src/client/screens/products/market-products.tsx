import { keys } from '#src/client/queries/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useStallProducts } from '#src/client/queries/products.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { type ChosenStall, StallChooser } from '#src/client/shared/lists/stall-chooser.tsx';
import type { Actor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/office/products-texts.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { ProductList } from './product-list.tsx';
import styles from './products.module.css';

/** One stall at a time; the address keeps which. A market takes products down, it does not write them. */
export function MarketProducts({ actor }: { actor: Actor }) {
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
        empty={
          <EmptyState drawing="stall" title={texts.noStalls}>
            <p>{texts.noStallsNote}</p>
          </EmptyState>
        }
      >
        {() => (
          <div className={styles.choice}>
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
        <EmptyState drawing="stall" title={texts.chooseTitle}>
          <p>{texts.chooseNote}</p>
        </EmptyState>
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

/** Which stall the address names. One that was not chosen here is asked for its name. */
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
