import { useStallProducts } from '#src/client/queries/products.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { CreateLink } from './create-link.tsx';
import { MarketProducts } from './market-products.tsx';
import { ProductList } from './product-list.tsx';
import styles from './products.module.css';

/** A stall's own products; a market looks into its stalls', an administrator into all. */
export function ProductsScreen() {
  const actor = useActor();
  if (actor === null) return null;
  if (actor.userType !== 'ESTANTE') return <MarketProducts actor={actor} />;
  return <OwnProducts stallId={actor.id} />;
}

function OwnProducts({ stallId }: { stallId: string }) {
  const query = useStallProducts(stallId);
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.ownTitle}</h1>
        {query.data?.length !== 0 && <CreateLink />}
      </header>
      <ProductList
        offerer={{ id: stallId, userType: 'ESTANTE' }}
        query={query}
        may={{ edit: true, remove: true }}
        emptyNote={texts.noneOwn}
        emptyActions={<CreateLink />}
      />
    </>
  );
}
