import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { printTexts as texts } from '#src/client/texts/print-texts.ts';
import { Wordmark } from '#src/client/ui/wordmark.tsx';
import type { PrintedVoucher } from './printed-voucher.ts';
import { QrCode } from './qr-code.tsx';
import styles from './paper.module.css';

const dotMm = 25.4 / 203;
/** Dots of the head that the code may take, quiet zone included. */
const codeDots = { '80mm': 440, '58mm': 368 };

interface RollPaperProps {
  voucher: PrintedVoucher;
  roll: '80mm' | '58mm';
}

/** A whole number of dots for every module, so that no edge is smeared. */
export function RollPaper({ voucher, roll }: RollPaperProps) {
  const wide = roll === '80mm';
  const qrSize = (modules: number) => `${Math.floor(codeDots[roll] / modules) * modules * dotMm}mm`;
  return (
    <article className={`${styles.roll} ${wide ? styles.wide : styles.narrow}`}>
      <header className={styles.brand}>
        <Wordmark size={wide ? 30 : 24} tone="ink" />
      </header>
      {voucher.receiptHeading !== '' && <p className={styles.line}>{voucher.receiptHeading}</p>}
      <h1 className={styles.heading}>{texts.heading}</h1>
      <p className={styles.amount}>{voucher.amount}</p>
      <p className={styles.owner}>{personName(voucher.ownerName)}</p>
      <p>{texts.identification(voucher.identification)}</p>
      <QrCode text={voucher.urlCodeQr} label={texts.heading} size={qrSize} className={styles.code} />
      {wide && <p>{texts.shortCode}</p>}
      <p className={styles.short}>{voucher.shortCode}</p>
      {wide ? <WideFoot voucher={voucher} /> : <NarrowFoot voucher={voucher} />}
      {voucher.receiptFooter !== '' && <p className={styles.line}>{voucher.receiptFooter}</p>}
    </article>
  );
}

function WideFoot({ voucher }: { voucher: PrintedVoucher }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>{texts.date}</dt>
        <dd>{dateTimeText(voucher.createAt)}</dd>
        <dt>{texts.point}</dt>
        <dd>{voucher.pointName}</dd>
        <dt>{texts.operator}</dt>
        <dd>{voucher.operator}</dd>
      </dl>
      <p className={styles.careful}>{texts.careful}</p>
      <p>{texts.lost}</p>
    </>
  );
}

function NarrowFoot({ voucher }: { voucher: PrintedVoucher }) {
  return (
    <div className={styles.narrowFoot}>
      <p>{dateTimeText(voucher.createAt)}</p>
      <p>{voucher.pointName}</p>
      <p>{voucher.operator}</p>
      <p className={styles.careful}>{texts.careful}</p>
    </div>
  );
}
