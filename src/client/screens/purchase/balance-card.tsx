import { CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { BadgeFrame } from '#src/client/ui/tables/badge-frame.tsx';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import pageStyles from '#src/client/screens/purchase/customer-page.module.css';
import styles from './purchase.module.css';

interface BalanceCardProps {
  voucher: VoucherView;
  short?: boolean;
  /** The button that was tapped is gone, and a voucher without a balance offers no stall to choose. */
  takesFocus?: boolean;
  /**
   * Dates in words, the same for the account and the voucher. They load with the form; their lines are
   * reserved until then.
   */
  dates?: BalanceDates;
  /** The balance as notes and coins, until a stall is chosen. They load with the form. */
  notes?: ReactNode;
  /** Points earned by the purchases; the last to load. */
  points?: ReactNode;
}

export interface BalanceDates {
  registered: string;
  toppedUp: string;
  /** Validity and its end date; empty when the badge says that the voucher is not valid. */
  state: string;
}

/**
 * Shows the balance first; once a stall is chosen it shrinks to one line. A blocked voucher may have been
 * found, so it shows its state and nothing of its owner.
 */
export function BalanceCard({
  voucher,
  short = false,
  takesFocus = false,
  dates,
  notes,
  points,
}: BalanceCardProps) {
  const { clientId: customer } = voucher;
  const heading = takesFocus ? focusOnMount : null;
  if (voucher.state === 'BLOCKED')
    return (
      <section className={styles.balance}>
        <div className={`split-4 ${styles.balanceHead}`}>
          <h1 ref={heading} tabIndex={-1}>
            {texts.isBlocked}
          </h1>
          <NotValid />
        </div>
      </section>
    );
  if (short)
    return (
      <section className={`split-4 ${styles.shortBalance}`}>
        <h1 className="fill">{texts.balance}</h1>
        <p className="sum" translate="no">
          {amountText(voucher.monto)}
        </p>
      </section>
    );
  return (
    <>
      <section className={styles.balance}>
        <div className={`split-4 ${styles.balanceHead}`}>
          <h1 ref={heading} tabIndex={-1}>
            {voucher.state === 'EXPIRED' ? texts.had : texts.balance}
          </h1>
          {voucher.status ? points : <NotValid />}
        </div>
        <p
          className={`figure ${pageStyles.worth} ${voucher.state === 'EXPIRED' ? styles.gone : ''}`}
          translate="no"
        >
          {amountText(voucher.monto + (voucher.passedOn ?? 0))}
        </p>
        <div className={styles.notes}>{notes}</div>
      </section>
      <section className={styles.owner}>
        <p className="strong">{personName(customer.ownerName)}</p>
        <p className={`soft ${styles.note}`}>
          {[texts.identification(customer.identificacion), dates?.registered].filter(Boolean).join(' · ')}
        </p>
        <p className={`soft ${styles.note}`}>
          {[dates?.toppedUp, dates?.state ?? (voucher.status ? texts.valid : '')]
            .filter(Boolean)
            .join(' · ') || '\u00a0'}
        </p>
      </section>
    </>
  );
}

function NotValid() {
  return (
    <BadgeFrame icon={CircleSlash} tone="inactive">
      {texts.notValid}
    </BadgeFrame>
  );
}
