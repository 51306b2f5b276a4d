import type { Paper } from '#src/client/device/print/paper.ts';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { PaperFacts, PrintNumber, PrintedPaper } from '#src/client/money/papers/printed-paper.tsx';
import { type ReceiptLines, useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { purchaseReceiptTexts as texts } from '#src/client/texts/purchases/purchases-texts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

/** Contents of a sale's receipt. */
export type PrintedPurchase = Pick<
  PurchaseRow,
  'codeCompra' | 'price' | 'userName' | 'estanteName' | 'marketName' | 'points' | 'createAt' | 'voided'
>;

interface PurchasePrintPageProps {
  sale: PrintedPurchase;
  /** Code of the sale's market. */
  market: MarketCode;
  onBack: () => void;
}

/** Receipt of a sale as it is printed, with the market's own lines. */
export function PurchasePrintPage({ sale, market, onBack }: PurchasePrintPageProps) {
  const lines = useReceiptLines(market);
  return (
    <PrintFrame
      heading={texts.heading}
      name={sale.codeCompra}
      copies={`sale:${sale.codeCompra}`}
      onBack={onBack}
    >
      {(paper, printNumber) => (
        <PurchasePaper sale={sale} paper={paper} lines={lines} printNumber={printNumber} />
      )}
    </PrintFrame>
  );
}

interface PurchasePaperProps {
  sale: PrintedPurchase;
  paper: Paper;
  lines: ReceiptLines;
  printNumber: number;
}

/** A receipt without a code: it is proof of payment and cannot pay. */
function PurchasePaper({ sale, paper, lines, printNumber }: PurchasePaperProps) {
  const { voided, points } = sale;
  return (
    <PrintedPaper
      paper={paper}
      issuer={[sale.marketName, lines.receiptHeading]}
      heading={texts.heading}
      warning={voided === undefined ? undefined : texts.voided}
      amount={sale.price}
      owner={personName(sale.userName)}
    >
      <PaperFacts
        facts={[
          { name: texts.purchase, value: sale.codeCompra },
          { name: texts.date, value: dateTimeText(sale.createAt) },
          { name: texts.stall, value: sale.estanteName },
          ...(points > 0 ? [{ name: texts.points, value: formatAmount(points) }] : []),
        ]}
      />
      <p>{texts.notInvoice}</p>
      <p className="strong">{lines.receiptFooter || texts.thanks}</p>
      <PrintNumber number={printNumber} of="sale" />
    </PrintedPaper>
  );
}
