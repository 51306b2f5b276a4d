import { ReceiptText, ScanQrCode, Scissors, Store } from 'lucide-react';
import { Fragment } from 'react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
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

/** A voucher, for each paper size. */
export function PrintPage({ voucher, onBack }: PrintPageProps) {
  return (
    <PrintFrame heading={texts.heading} name={voucher.shortCode} onBack={onBack}>
      {(paper) => <VoucherPaper voucher={voucher} paper={paper} />}
    </PrintFrame>
  );
}

/** One voucher on one paper, for a printout with several. */
export function VoucherPaper({ voucher, paper }: { voucher: PrintedVoucher; paper: Paper }) {
  return paper === 'A4' ? <SheetPaper voucher={voucher} /> : <RollPaper voucher={voucher} roll={paper} />;
}

const dotMm = 25.4 / 203;
/** Print-head dots available for the code, including its quiet zone. */
const codeDots = { '80mm': 440, '58mm': 368 };

interface RollPaperProps {
  voucher: PrintedVoucher;
  roll: '80mm' | '58mm';
}

/** Every module is a whole number of dots, so that no edge is smeared. */
function RollPaper({ voucher, roll }: RollPaperProps) {
  const wide = roll === '80mm';
  const qrSize = (modules: number) => `${Math.floor(codeDots[roll] / modules) * modules * dotMm}mm`;
  return (
    <article className={`${styles.roll} ${wide ? styles.wide : styles.narrow}`}>
      <header className={styles.brand}>
        <Wordmark size={wide ? 30 : 24} tone="ink" />
        <p className={styles.issuer}>{voucher.marketName}</p>
        {voucher.receiptHeading !== '' && <p className={styles.line}>{voucher.receiptHeading}</p>}
      </header>
      <h1 className={styles.heading}>{texts.heading}</h1>
      <p className={styles.amount}>{amountText(voucher.monto)}</p>
      <AmountNotes amount={voucher.monto} ink="black" className={styles.notes} />
      <p className={styles.owner}>{personName(voucher.ownerName)}</p>
      <p>{texts.identification(voucher.identification)}</p>
      <QrCode text={voucher.urlCodeQr} label={texts.heading} size={qrSize} className={styles.code} />
      {wide && <p>{texts.shortCode}</p>}
      <p className={styles.short}>{voucher.shortCode}</p>
      <RollFacts voucher={voucher} wide={wide} />
      <End voucher={voucher} />
      <p className={styles.careful}>{texts.careful}</p>
      {wide && <p>{texts.lost}</p>}
      <p>{texts.notInvoice}</p>
      {voucher.receiptFooter !== '' && <p className={styles.line}>{voucher.receiptFooter}</p>}
      <p className={styles.stamp}>{texts.stamp}</p>
    </article>
  );
}

/** A narrow roll leaves out the labels of the values. */
function RollFacts({ voucher, wide }: { voucher: PrintedVoucher; wide: boolean }) {
  const place = ownPlace(voucher);
  const rows = [
    { name: texts.date, value: dateTimeText(voucher.createAt) },
    ...(place === null ? [] : [{ name: texts.point, value: place }]),
    { name: texts.operator, value: voucher.operator },
  ];
  if (!wide)
    return (
      <div className={styles.narrowFoot}>
        {rows.map(({ name, value }) => (
          <p key={name}>{value}</p>
        ))}
      </div>
    );
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** No name is printed twice: a point named like its market or operator has no separate line. */
function ownPlace({ pointName, marketName, operator }: PrintedVoucher): string | null {
  const isSaid = [marketName, operator, ''].some((said) => letters(said) === letters(pointName));
  return isSaid ? null : pointName;
}

function letters(name: string): string {
  return name.trim().toLocaleLowerCase('es');
}

/** The voucher's expiry; a voucher without one has no box. */
function End({ voucher: { expiresAt } }: { voucher: PrintedVoucher }) {
  if (expiresAt === undefined) return null;
  return (
    <p className={styles.end}>
      <b>{texts.ends(lastDayText(expiresAt))}</b> {texts.afterEnd}
    </p>
  );
}

const stepIcons = [Store, ScanQrCode, ReceiptText];

/** A4: the code at the top, three steps, and below the cut a signed copy that pays nothing. */
function SheetPaper({ voucher }: { voucher: PrintedVoucher }) {
  return (
    <article className={styles.sheet}>
      <header className={styles.sheetHead}>
        <div className={styles.sheetIssuer}>
          <Wordmark size={40} tone="ink" />
          <p>
            <b>{voucher.marketName}</b>
            {voucher.receiptHeading !== '' && ` · ${voucher.receiptHeading}`}
          </p>
        </div>
        <p>
          {placeAndOperator(voucher)}
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
          <h1 className={styles.heading}>{texts.heading}</h1>
          <p className={styles.amount}>{amountText(voucher.monto)}</p>
          <AmountNotes amount={voucher.monto} ink="black" className={styles.notes} />
          <p className={styles.owner}>{personName(voucher.ownerName)}</p>
          <p>{texts.identification(voucher.identification)}</p>
          <End voucher={voucher} />
        </div>
      </div>
      <div className={styles.sheetSteps}>
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
        <p className={styles.stamp}>{texts.stamp}</p>
      </div>
      <div className={styles.sheetCare}>
        <p>
          <b>{texts.careful}</b> {texts.lost} {texts.notInvoice}
        </p>
        {voucher.receiptFooter !== '' && <p className={styles.line}>{voucher.receiptFooter}</p>}
      </div>
      <p className={styles.cut}>
        <Icon of={Scissors} size={20} />
        {texts.cut}
      </p>
      <SignedCopy voucher={voucher} />
    </article>
  );
}

function placeAndOperator(voucher: PrintedVoucher): string {
  const place = ownPlace(voucher);
  return place === null ? voucher.operator : `${place}, ${voucher.operator}`;
}

function SignedCopy({ voucher }: { voucher: PrintedVoucher }) {
  const { ownerName, identification, shortCode, createAt } = voucher;
  return (
    <div className={styles.copy}>
      <div>
        <h2>{texts.copy}</h2>
        <p>{`${personName(ownerName)} · ${texts.identification(identification)}`}</p>
        <p>{texts.copyLine(shortCode, dateTimeText(createAt))}</p>
        <p>{texts.receivedBy(placeAndOperator(voucher))}</p>
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

/** Contents of a printed voucher. */
export interface PrintedVoucher extends ReceiptLines {
  urlCodeQr: string;
  monto: Pesos;
  ownerName: string;
  identification: string;
  shortCode: string;
  /** ISO 8601. */
  createAt: string;
  /** ISO 8601; absent when it does not expire. */
  expiresAt?: string | undefined;
  pointName: string;
  marketName: string;
  operator: string;
}
