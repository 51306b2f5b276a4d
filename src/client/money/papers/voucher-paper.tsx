import { ReceiptText, ScanQrCode, Scissors, Store } from 'lucide-react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Pesos } from '#src/protocol/brands.ts';
import { PaperCode, PaperFacts, PrintedPaper, PrintNumber, Signatures } from './printed-paper.tsx';
import type { ReceiptLines } from './receipt-lines.ts';
import styles from './paper.module.css';

const dotMm = 25.4 / 203;
/** Dots of the head that the code may take, quiet zone included. */
const codeDots = { '80mm': 440, '58mm': 368 };

/** A whole number of dots for every module, so that no edge is smeared. */
function codeSize(paper: Paper): string | ((modules: number) => string) {
  if (paper === 'A4') return '70mm';
  return (modules) => `${Math.floor(codeDots[paper] / modules) * modules * dotMm}mm`;
}

/** One voucher on one paper, where several come out of one printing. */
export function VoucherPaper({ voucher, paper }: { voucher: PrintedVoucher; paper: Paper }) {
  const number = voucher.printNumber ?? 1;
  const place = ownPlace(voucher);
  return (
    <PrintedPaper
      paper={paper}
      issuer={[voucher.marketName, voucher.receiptHeading]}
      heading={texts.heading}
      amount={voucher.monto}
      owner={personName(voucher.ownerName)}
      below={
        <>
          <div className={styles.foot}>
            <div>
              <p className="strong">{texts.careful}</p>
              <p>{texts.lost}</p>
              <p>{texts.notInvoice}</p>
              {voucher.receiptFooter !== '' && <p>{voucher.receiptFooter}</p>}
              <PrintNumber number={number} of="voucher" />
            </div>
            <p className={styles.stamp}>{texts.stamp}</p>
          </div>
          {paper === 'A4' && <Counterfoil voucher={voucher} />}
        </>
      }
    >
      <p>{texts.identification(voucher.identification)}</p>
      <PaperCode
        text={voucher.urlCodeQr}
        label={texts.heading}
        size={codeSize(paper)}
        short={voucher.shortCode}
        shortName={texts.shortCode}
      />
      <PaperFacts
        facts={[
          { name: texts.date, value: dateTimeText(voucher.createAt) },
          place !== null && { name: texts.point, value: place },
          { name: texts.operator, value: voucher.operator },
        ]}
      />
      <End voucher={voucher} />
    </PrintedPaper>
  );
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

/** For a sheet: three steps, and below the cut a signed copy that pays nothing. */
function Counterfoil({ voucher }: { voucher: PrintedVoucher }) {
  const { monto, identification, shortCode, createAt } = voucher;
  return (
    <>
      <ol className={styles.steps}>
        {texts.steps.map((step, place) => (
          <li key={step.title}>
            <Icon of={stepIcons[place] ?? Store} size={28} />
            <p>
              <b>{step.title}</b>
              <br />
              {step.note}
            </p>
          </li>
        ))}
      </ol>
      <p className={styles.cut}>
        <Icon of={Scissors} size={20} />
        {texts.cut}
      </p>
      <div className={styles.copy}>
        <div>
          <h2>{texts.copy}</h2>
          <p>{`${personName(voucher.ownerName)} · ${texts.identification(identification)}`}</p>
          <p>{texts.copyLine(shortCode, dateTimeText(createAt))}</p>
          <p>{texts.receivedBy([ownPlace(voucher), voucher.operator].filter(Boolean).join(', '))}</p>
          <p>{texts.copyNote}</p>
        </div>
        <div>
          <p className={styles.amount}>{amountText(monto)}</p>
          <AmountNotes amount={monto} ink="black" className={styles.notes} />
          <Signatures names={[texts.signature]} />
        </div>
      </div>
    </>
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
