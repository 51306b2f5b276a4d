import { lazy, Suspense, useState } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import styles from './codes.module.css';

const AskCodes = lazy(() => import('./ask-codes.tsx').then((m) => ({ default: m.AskCodes })));

/**
 * The owner's other vouchers; the page itself shows only this voucher. A voucher that no longer pays does not
 * offer them.
 */
export function OtherCodes({ voucher }: { voucher: VoucherView }) {
  const [isAsked, setAsked] = useState(false);
  if (!voucher.status) return null;
  return (
    <div className={styles.codes}>
      {isAsked ? (
        <Suspense fallback={<Loading />}>
          <AskCodes voucher={voucher} />
        </Suspense>
      ) : (
        <button type="button" className={styles.show} onClick={() => setAsked(true)}>
          {texts.seeOthers}
        </button>
      )}
    </div>
  );
}
