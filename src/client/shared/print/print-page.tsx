import { ReceiptText, ScanQrCode, Scissors, Store } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { printTexts as texts } from '#src/client/texts/counter/print-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Pesos } from '#src/contract/brands.ts';
import { PrintFrame } from './print-frame.tsx';
import { QrCode } from './qr-code.tsx';
import type { ReceiptLines } from './receipt-lines.ts';
import styles from './paper.module.css';

interface PrintPageProps {
  voucher: PrintedVoucher;
  onBack: () => void;
}

/** A voucher on each of the papers. */
export function PrintPage({ voucher, onBack }: PrintPageProps) {
  return (
    <PrintFrame heading={texts.heading} name={voucher.shortCode} onBack={onBack}>
      {(paper) =>
        paper === 'A4' ? <SheetPaper voucher={voucher} /> : <RollPaper voucher={voucher} roll={paper} />
      }
    </PrintFrame>
  );
}

const dotMm = 25.4 / 203;
/** Dots of the head that the code may take, quiet zone included. */
const codeDots = { '80mm': 440, '58mm': 368 };

interface RollPaperProps {
  voucher: PrintedVoucher;
  roll: '80mm' | '58mm';
}

/** A whole number of dots for every module, so that no edge is smeared. */
function RollPaper({ voucher, roll }: RollPaperProps) {
  const wide = roll === '80mm';
  const qrSize = (modules: number) => `${Math.floor(codeDots[roll] / modules) * modules * dotMm}mm`;
  return (
    <article className={`${styles.roll} ${wide ? styles.wide : styles.narrow}`}>
      <header className={styles.brand}>
        <Wordmark size={wide ? 30 : 24} tone="ink" />
      </header>
      {voucher.receiptHeading !== '' && <p className={styles.line}>{voucher.receiptHeading}</p>}
      <h1 className={styles.heading}>{texts.heading}</h1>
      <p className={styles.amount}>{amountText(voucher.monto)}</p>
      <AmountNotes amount={voucher.monto} ink="black" className={styles.notes} />
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

const stepIcons = [Store, ScanQrCode, ReceiptText];

/** A4: the code above, three steps, and below the cut a signed copy that pays nothing. */
function SheetPaper({ voucher }: { voucher: PrintedVoucher }) {
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
          <p className={styles.amount}>{amountText(voucher.monto)}</p>
          <AmountNotes amount={voucher.monto} ink="black" className={styles.notes} />
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
        <p className={styles.amount}>{amountText(voucher.monto)}</p>
        <AmountNotes amount={voucher.monto} ink="black" className={styles.notes} />
        <p className={styles.signature}>{texts.signature}</p>
      </div>
    </div>
  );
}

/** What stands on the paper. */
export interface PrintedVoucher extends ReceiptLines {
  urlCodeQr: string;
  monto: Pesos;
  ownerName: string;
  identification: string;
  shortCode: string;
  /** ISO 8601 */
  createAt: string;
  pointName: string;
  marketName: string;
  operator: string;
}
