import { ReceiptText, ScanQrCode, Scissors, Store } from 'lucide-react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
import { printNumberTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Pesos } from '#src/protocol/brands.ts';
import { QrCode } from './qr-code.tsx';
import type { ReceiptLines } from './receipt-lines.ts';
import { PaperFacts, PrintNumber, RollPaper } from './roll-paper.tsx';
import styles from './paper.module.css';

/** One voucher on one paper, where several come out of one printing. */
export function VoucherPaper({ voucher, paper }: { voucher: PrintedVoucher; paper: Paper }) {
  return paper === 'A4' ? <SheetPaper voucher={voucher} /> : <VoucherRoll voucher={voucher} roll={paper} />;
}

const dotMm = 25.4 / 203;
/** Dots of the head that the code may take, quiet zone included. */
const codeDots = { '80mm': 440, '58mm': 368 };

/** A whole number of dots for every module, so that no edge is smeared. */
function VoucherRoll({ voucher, roll }: { voucher: PrintedVoucher; roll: '80mm' | '58mm' }) {
  const wide = roll === '80mm';
  const number = voucher.printNumber ?? 1;
  const qrSize = (modules: number) => `${Math.floor(codeDots[roll] / modules) * modules * dotMm}mm`;
  return (
    <RollPaper
      paper={roll}
      issuer={[voucher.marketName, voucher.receiptHeading]}
      heading={texts.heading}
      amount={voucher.monto}
      owner={personName(voucher.ownerName)}
    >
      <p>{texts.identification(voucher.identification)}</p>
      <QrCode text={voucher.urlCodeQr} label={texts.heading} size={qrSize} className={styles.code} />
      {wide && <p>{texts.shortCode}</p>}
      <p className={styles.short}>{voucher.shortCode}</p>
      <RollFacts voucher={voucher} wide={wide} />
      <End voucher={voucher} />
      <p className="strong">{texts.careful}</p>
      <p>{texts.lost}</p>
      <p>{texts.notInvoice}</p>
      {voucher.receiptFooter !== '' && <p>{voucher.receiptFooter}</p>}
      {number > 1 && <PrintNumber number={number} of="voucher" />}
      <p className={styles.stamp}>{texts.stamp}</p>
      {number === 1 && <PrintNumber number={number} of="voucher" />}
    </RollPaper>
  );
}

/** A narrow roll is too small for the names of the values. */
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
  return <PaperFacts facts={rows} />;
}

/** Each name is printed once: a point that is called like its market or its operator has no separate line. */
function ownPlace({ pointName, marketName, operator }: PrintedVoucher): string | null {
  const isSaid = [marketName, operator, ''].some((said) => letters(said) === letters(pointName));
  return isSaid ? null : pointName;
}

function letters(name: string): string {
  return name.trim().toLocaleLowerCase('es');
}

/** Until when it pays; a voucher without an end has no box. */
function End({ voucher: { expiresAt } }: { voucher: PrintedVoucher }) {
  if (expiresAt === undefined) return null;
  return (
    <p className={styles.end}>
      <b>{texts.ends(lastDayText(expiresAt))}</b> {texts.afterEnd}
    </p>
  );
}

const stepIcons = [Store, ScanQrCode, ReceiptText];

/** A4: the code above, three steps, and below the cut a signed copy that pays nothing. */
function SheetPaper({ voucher }: { voucher: PrintedVoucher }) {
  const number = voucher.printNumber ?? 1;
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
          {dateTimeText(voucher.createAt)} · {printNumberTexts.first(number)}
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
          {number > 1 && <p className="strong">{printNumberTexts.same.voucher}</p>}
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

/** Content of a printed voucher. */
export interface PrintedVoucher extends ReceiptLines {
  urlCodeQr: string;
  monto: Pesos;
  ownerName: string;
  identification: string;
  shortCode: string;
  /** ISO 8601 */
  createAt: string;
  /** ISO 8601; left out: it does not end */
  expiresAt?: string | undefined;
  pointName: string;
  marketName: string;
  operator: string;
  /** Which copy of it this is on this device; the first where it is not counted. */
  printNumber?: number;
}
