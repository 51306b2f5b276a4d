import { useQuery } from '@tanstack/react-query';
import { findSupplier } from '#src/client/api/suppliers.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { take } from '../dashboard/call-failure.ts';
import { CreateLink } from '../products/create-link.tsx';
import { fromSupplier } from '../products/product-draft.ts';
import { ProductList } from '../products/product-list.tsx';
import styles from './suppliers.module.css';

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
