import { ReceiptText, ScanQrCode, Scissors, Store } from 'lucide-react';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { printTexts as texts } from '#src/client/texts/print-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Wordmark } from '#src/client/ui/wordmark.tsx';
import type { PrintedVoucher } from './printed-voucher.ts';
import { QrCode } from './qr-code.tsx';
import styles from './paper.module.css';

const stepIcons = [Store, ScanQrCode, ReceiptText];

/** A4: the code above, three steps, and below the cut a signed copy that pays nothing. */
export function SheetPaper({ voucher }: { voucher: PrintedVoucher }) {
  return (
    <article className={styles.sheet}>
      <header className={styles.sheetHead}>
        <Wordmark size={40} tone="ink" />
        <p>
          {voucher.marketName}
          <br />
          {dateTimeText(voucher.createAt)}
        </p>
      </header>
      <div className={styles.sheetTop}>
        <div className={styles.frame}>
          <QrCode text={voucher.urlCodeQr} label={texts.heading} size="70mm" />
          <p>{texts.shortCode}</p>
          <p className={styles.short}>{voucher.shortCode}</p>
        </div>
        <div>
          {voucher.receiptHeading !== '' && <p className={styles.line}>{voucher.receiptHeading}</p>}
          <h1 className={styles.heading}>{texts.heading}</h1>
          <p className={styles.amount}>{voucher.amount}</p>
          <p className={styles.owner}>{personName(voucher.ownerName)}</p>
          <p>{texts.identification(voucher.identification)}</p>
          <p className={styles.point}>
            {texts.pointOf} <b>{voucher.pointName}</b>
          </p>
        </div>
      </div>
      <ol className={styles.steps}>
        {texts.steps.map((step, place) => (
          <li key={step.title}>
            <Icon of={stepIcons[place] ?? Store} size={44} />
            <div>
              <b>{step.title}</b>
              <p>{step.note}</p>
            </div>
          </li>
        ))}
      </ol>
      {voucher.receiptFooter !== '' && <p className={styles.line}>{voucher.receiptFooter}</p>}
      <p className={styles.cut}>
        <Icon of={Scissors} size={20} />
        {texts.cut}
      </p>
      <SignedCopy voucher={voucher} />
    </article>
  );
}

function SignedCopy({ voucher }: { voucher: PrintedVoucher }) {
  const { ownerName, identification, shortCode, createAt, operator, pointName } = voucher;
  return (
    <div className={styles.copy}>
      <div>
        <h2>{texts.copy}</h2>
        <p>{`${personName(ownerName)} · ${texts.identification(identification)}`}</p>
        <p>{texts.copyLine(shortCode, dateTimeText(createAt))}</p>
        <p>{texts.receivedBy(`${operator}, ${pointName}`)}</p>
        <p className={styles.copyNote}>{texts.copyNote}</p>
      </div>
      <div className={styles.signed}>
        <p className={styles.amount}>{voucher.amount}</p>
        <p className={styles.signature}>{texts.signature}</p>
      </div>
    </div>
  );
}
