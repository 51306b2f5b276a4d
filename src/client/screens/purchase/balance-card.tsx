import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import type { VoucherView } from '#src/contract/voucher.ts';
import { amountText } from '../amount-text.ts';
import { dateText, dateTimeText } from '../dates.ts';
import styles from './purchase.module.css';

/** The balance first; once a stall is chosen it stays in one line above. */
export function BalanceCard({ voucher, short }: { voucher: VoucherView; short: boolean }) {
  const { clientId: customer } = voucher;
  if (short)
    return (
      <section className={styles.shortBalance}>
        <h1>{texts.balance}</h1>
        <p>{amountText(voucher.monto)}</p>
      </section>
    );
  return (
    <section className={styles.balance}>
      <div className={styles.balanceHead}>
        <h1>{texts.balance}</h1>
        <Badge kind={voucher.status ? 'paid' : 'inactive'}>
          {voucher.status ? texts.valid : texts.notValid}
        </Badge>
      </div>
      <p className={styles.worth}>{amountText(voucher.monto)}</p>
      <p className={styles.owner}>{customer.ownerName}</p>
      <p className={styles.note}>{texts.identification(customer.identificacion)}</p>
      <p className={styles.note}>{texts.registeredOn(dateText(customer.createAt))}</p>
      <p className={styles.note}>{texts.toppedUpOn(dateTimeText(voucher.createAt))}</p>
    </section>
  );
}
