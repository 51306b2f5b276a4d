import type { Paper } from '#src/client/device/print/paper.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { PrintNumber } from '#src/client/shared/print/print-number.tsx';
import { type ReceiptLines, useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { saleReceiptTexts as texts } from '#src/client/texts/purchases/sales-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import type { MarketCode } from '#src/contract/brands.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from '#src/client/shared/print/paper.module.css';

/** Contents of a sale's receipt. */
export type PrintedSale = Pick<
  PurchaseRow,
  'codeCompra' | 'price' | 'userName' | 'estanteName' | 'marketName' | 'points' | 'createAt' | 'voided'
>;

interface SalePrintPageProps {
  sale: PrintedSale;
  /** Code of the sale's market. */
  market: MarketCode;
  onBack: () => void;
}

/** Receipt of a sale as it is printed, with the market's own lines. */
export function SalePrintPage({ sale, market, onBack }: SalePrintPageProps) {
  const lines = useReceiptLines(market);
  return (
    <PrintFrame
      heading={texts.heading}
      name={sale.codeCompra}
      copies={`sale:${sale.codeCompra}`}
      onBack={onBack}
    >
      {(paper, printNumber) => (
        <SalePaper sale={sale} paper={paper} lines={lines} printNumber={printNumber} />
      )}
    </PrintFrame>
  );
}

interface SalePaperProps {
  sale: PrintedSale;
  paper: Paper;
  lines: ReceiptLines;
  printNumber: number;
}

/** A receipt without a code: it is proof of payment and cannot pay. */
function SalePaper({ sale, paper, lines, printNumber }: SalePaperProps) {
  const { voided, points } = sale;
  return (
    <article className={`${styles.roll} ${paper === '58mm' ? styles.narrow : styles.wide}`}>
      <header className={styles.brand}>
        <Wordmark size={paper === '58mm' ? 24 : 30} tone="ink" />
        <p className={styles.issuer}>{sale.marketName}</p>
        {lines.receiptHeading !== '' && <p className={styles.line}>{lines.receiptHeading}</p>}
      </header>
      <h1 className={styles.heading}>{texts.heading}</h1>
      {voided !== undefined && <p className={styles.careful}>{texts.voided}</p>}
      <p className={styles.amount}>{amountText(sale.price)}</p>
      <AmountNotes amount={sale.price} ink="black" className={styles.notes} />
      <p className={styles.owner}>{personName(sale.userName)}</p>
      <dl className={styles.facts}>
        <dt>{texts.purchase}</dt>
        <dd>{sale.codeCompra}</dd>
        <dt>{texts.date}</dt>
        <dd>{dateTimeText(sale.createAt)}</dd>
        <dt>{texts.stall}</dt>
        <dd>{sale.estanteName}</dd>
        {points > 0 && (
          <>
            <dt>{texts.points}</dt>
            <dd>{formatAmount(points)}</dd>
          </>
        )}
      </dl>
      <p>{texts.notInvoice}</p>
      <p className={`${styles.careful} ${styles.line}`}>{lines.receiptFooter || texts.thanks}</p>
      <PrintNumber number={printNumber} of="sale" />
    </article>
  );
}
