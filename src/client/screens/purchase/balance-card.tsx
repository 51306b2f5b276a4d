import { type ReactNode, useEffect } from 'react';
import { CircleCheck, CircleSlash, Wifi, WifiOff } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { patchConnection, useConnection } from '#src/client/state/connection.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts as texts } from '#src/client/texts/counter/purchase-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { BadgeFrame } from '#src/client/ui/tables/badge-frame.tsx';
import type { VoucherView } from '#src/contract/money/voucher.ts';
import styles from './purchase.module.css';

interface BalanceCardProps {
  voucher: VoucherView;
  short?: boolean;
  /** Dates in words; they come with the form, and their lines are kept free until then. */
  dates?: readonly string[];
  /** The same as notes and coins; they come with the form. */
  notes?: ReactNode;
}

const datesToCome = ['\u00a0', '\u00a0 '];

/** The balance first; once a stall is chosen it stays in one line above. */
export function BalanceCard({ voucher, short = false, dates = datesToCome, notes }: BalanceCardProps) {
  const { clientId: customer } = voucher;
  if (short)
    return (
      <section className={styles.shortBalance}>
        <h1>{texts.balance}</h1>
        <p>{amountText(voucher.monto)}</p>
        {notes}
      </section>
    );
  return (
    <section className={styles.balance}>
      <div className={styles.balanceHead}>
        <h1>{texts.balance}</h1>
        {voucher.status ? (
          <BadgeFrame icon={CircleCheck} tone="paid">
            {texts.valid}
          </BadgeFrame>
        ) : (
          <BadgeFrame icon={CircleSlash} tone="inactive">
            {texts.notValid}
          </BadgeFrame>
        )}
      </div>
      <p className={styles.worth}>{amountText(voucher.monto)}</p>
      <div className={styles.notes}>{notes}</div>
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

export function CustomerBar() {
  const { link } = useConnection();
  useEffect(() => {
    // Only a hint, and only before anything has been sent: from then on the server itself is asked.
    const lose = (): void => patchConnection({ link: 'offline' });
    window.addEventListener('offline', lose);
    return () => window.removeEventListener('offline', lose);
  }, []);
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <Wordmark size={30} tone="indigo" />
        <p className={styles.link} role="status">
          {link !== 'unknown' && (
            <>
              <Icon of={link === 'offline' ? WifiOff : Wifi} />
              {link === 'offline' ? appTexts.offline : appTexts.online}
            </>
          )}
        </p>
      </div>
      <Cenefa />
    </header>
  );
}
