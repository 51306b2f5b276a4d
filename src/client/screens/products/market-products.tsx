import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { listStalls } from '#src/client/api/markets.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import type { Stall } from '#src/contract/stall.ts';
import { take } from '../dashboard/call-failure.ts';
import { ListBody } from '../lists/list-body.tsx';
import { ProductList } from './product-list.tsx';
import { useStallProducts } from './use-stall-products.ts';
import styles from './products.module.css';

/** One stall at a time; the address keeps which. A market takes products down, it does not write them. */
export function MarketProducts({ actor }: { actor: Actor }) {
  const [search, setSearch] = useSearchParams();
  const stalls = useQuery({
    queryKey: ['stalls', actor.globalMarketId],
    queryFn: async () => stallsOf(actor, take(await listStalls())),
  });
  const stallId = search.get('estante') ?? '';
  const products = useStallProducts(stallId);
  return (
    <>
      <h1>{texts.title}</h1>
      <ListBody
        query={stalls}
        data={stalls.data}
        skeletonRows={1}
        bare
        isEmpty={stalls.data?.length === 0}
        empty={
          <EmptyState drawing="stall" title={texts.noStalls}>
            <p>{texts.noStallsNote}</p>
          </EmptyState>
        }
      >
        {(found) => (
          <div className={styles.choice}>
            <SelectField
              label={texts.stall}
              icon={Store}
              placeholder={texts.chooseStall}
              options={found.map((stall) => ({ value: stall._id, label: labelOf(actor, stall) }))}
              value={stallId}
              onChange={(event) => setSearch({ estante: event.target.value }, { replace: true })}
            />
          </div>
        )}
      </ListBody>
      {stallId === '' && (stalls.data?.length ?? 0) > 0 && (
        <EmptyState drawing="stall" title={texts.chooseTitle}>
          <p>{texts.chooseNote}</p>
        </EmptyState>
      )}
      {stallId !== '' && (
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

/** The list is the region's: a market keeps its own. */
function stallsOf(actor: Actor, stalls: Stall[]): Stall[] {
  const own = actor.userType === 'ADMIN' ? stalls : stalls.filter((stall) => isOf(actor, stall));
  return own.sort((one, other) => one.estanteName.localeCompare(other.estanteName, 'es'));
}

function isOf({ globalMarketId }: Actor, stall: Stall): boolean {
  return stall.globalMarketId === globalMarketId;
}

function labelOf({ userType }: Actor, { estanteName, marketName }: Stall): string {
  return userType === 'ADMIN' ? `${estanteName} · ${marketName}` : estanteName;
}
