import { keys } from '#src/client/queries/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { supplierCalls } from '#src/contract/calls/products.ts';
import { Mail, Phone } from 'lucide-react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { supplierTexts as texts } from '#src/client/texts/office/suppliers-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import type { SupplierDetail as Detail } from '#src/contract/markets/product.ts';
import styles from './suppliers.module.css';

/** Who it is, how to reach it, and what it offers. */
export function SupplierDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: keys.supplier.one(id),
    queryFn: async () => unwrap(await callServer(supplierCalls.findSupplier, { params: { id } })),
  });
  return (
    <Dialog
      title={query.data?.ownerName ?? texts.supplier}
      onClose={onClose}
      actions={
        <Button data-safe onClick={onClose}>
          {commonTexts.close}
        </Button>
      }
    >
      <ListBody query={query} data={query.data} skeletonRows={3} bare>
        {(supplier) => <Offer supplier={supplier} />}
      </ListBody>
    </Dialog>
  );
}

function Offer({ supplier }: { supplier: Detail }) {
  const { phone, email, products } = supplier;
  return (
    <>
      <p className={styles.contact}>
        {phone}
        <span className={styles.email}>{email}</span>
      </p>
      <div className={styles.ways}>
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
          <li key={product._id} className={styles.offer}>
            <span>
              <b>{product.nombre}</b>
              <span className={styles.soft}>
                {product.productType} · {product.description}
              </span>
            </span>
            <b className={styles.price}>{amountText(product.precio)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
