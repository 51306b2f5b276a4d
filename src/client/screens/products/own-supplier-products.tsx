import { useQuery } from '@tanstack/react-query';
import { findSupplier } from '#src/client/api/suppliers.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { fromSupplier } from '#src/client/queries/products.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { CreateLink } from './create-link.tsx';
import { ProductList } from './product-list.tsx';
import styles from './products.module.css';

export function OwnSupplierProducts({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['products', id],
    queryFn: async () => take(await findSupplier(id)).products.map(fromSupplier),
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
