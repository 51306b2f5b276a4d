import { keys } from '#src/client/queries/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { supplierCalls } from '#src/contract/calls/products.ts';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { fromSupplier, useStallProducts } from '#src/client/queries/products.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/office/products-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
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

export function OwnSupplierProducts({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.products.of(id),
    queryFn: async () =>
      unwrap(await callServer(supplierCalls.findSupplier, { params: { id } })).products.map(fromSupplier),
  });
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.ownTitle}</h1>
        {query.data?.length !== 0 && <CreateLink />}
      </header>
      <ProductList
        offerer={{ id, userType: 'PROVEEDOR' }}
        query={query}
        may={{ edit: true, remove: true }}
        emptyNote={texts.noneOwnSupplier}
        emptyActions={<CreateLink />}
      />
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
