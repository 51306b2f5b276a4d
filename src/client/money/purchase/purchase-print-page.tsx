import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { PaperFacts, PrintNumber, PrintedPaper } from '#src/client/money/papers/printed-paper.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import {
  purchasesTexts,
  purchaseReceiptTexts as texts,
} from '#src/client/texts/purchases/purchases-texts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import type { MarketCode } from '#src/protocol/brands.ts';

interface PurchasePrintPageProps {
  purchase: Pick<
    PurchaseRow,
    'codeCompra' | 'price' | 'userName' | 'estanteName' | 'marketName' | 'points' | 'createAt' | 'voided'
  >;
  /** Code of the sale's market. */
  market: MarketCode;
  onBack: () => void;
}

/** Receipt of a sale as it is printed, with the market's own lines. It has no code: it is proof of payment and cannot pay. */
export function PurchasePrintPage({ purchase, market, onBack }: PurchasePrintPageProps) {
  const { receiptHeading, receiptFooter } = useReceiptLines(market);
  const { voided, points } = purchase;
  return (
    <PrintFrame
      heading={texts.heading}
      name={purchase.codeCompra}
      copies={`sale:${purchase.codeCompra}`}
      onBack={onBack}
    >
      {(paper, printNumber) => (
        <PrintedPaper
          paper={paper}
          issuer={[purchase.marketName, receiptHeading]}
          heading={texts.heading}
          warning={voided === undefined ? undefined : texts.voided}
          amount={purchase.price}
          owner={personName(purchase.userName)}
        >
          <PaperFacts
            facts={[
              { name: texts.purchase, value: purchase.codeCompra },
              { name: purchasesTexts.date, value: dateTimeText(purchase.createAt) },
              { name: purchasesTexts.stall, value: purchase.estanteName },
              points > 0 && { name: texts.points, value: formatAmount(points) },
            ]}
          />
          <p>{texts.notInvoice}</p>
          <p className="strong">{receiptFooter || texts.thanks}</p>
          <PrintNumber number={printNumber} of="sale" />
        </PrintedPaper>
      )}
    </PrintFrame>
  );
}
