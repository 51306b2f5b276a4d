import { QrCode as QrSign } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './voucher-draft.module.css';

/** A preview of the printed voucher, filled in during typing; nothing moves when the code arrives. */
export function VoucherDraft({ form: { customer, amount } }: { form: TopUpForm }) {
  return (
    <Panel state="waiting" className={styles.draft}>
      <figure>
        <div className={styles.paper}>
          <Wordmark size={26} tone="ink" />
          <p className={styles.heading}>{texts.paperHeading}</p>
          <p className={styles.amount} data-empty={amount === 0 ? true : undefined}>
            {amountText(amount)}
          </p>
          <div className={styles.notes}>
            <AmountNotes amount={amount} ink="black" />
          </div>
          <p className={styles.owner} data-empty={customer === null ? true : undefined}>
            {customer === null ? texts.paperName : personName(customer.ownerName)}
          </p>
          <p>
            {customer === null ? texts.identificationName : texts.identification(customer.identificacion)}
          </p>
          <div className={styles.code}>
            <Icon of={QrSign} size={56} />
            {texts.paperCode}
          </div>
        </div>
        <figcaption>{texts.paperTitle}</figcaption>
      </figure>
    </Panel>
  );
}
