import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import type { VoucherView } from '#src/contract/voucher.ts';
import styles from './purchase.module.css';

interface BalanceCardProps {
  voucher: VoucherView;
  short?: boolean;
  /** Dates in words; they come with the form, and their lines are kept free until then. */
  dates?: readonly string[];
}

const datesToCome = ['\u00a0', '\u00a0 '];

/** The balance first; once a stall is chosen it stays in one line above. */
export function BalanceCard({ voucher, short = false, dates = datesToCome }: BalanceCardProps) {
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
      <p className={styles.owner}>{personName(customer.ownerName)}</p>
      <p className={styles.note}>{texts.identification(customer.identificacion)}</p>
      {voucher.blockedBecause !== undefined && (
        <p className={styles.note}>
          <b>{texts.blockedBecause[voucher.blockedBecause]}</b>
        </p>
      )}
      {dates.map((line) => (
        <p key={line} className={styles.note}>
          {line}
        </p>
      ))}
    </section>
  );
}
