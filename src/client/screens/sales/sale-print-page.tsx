import { PrintFrame } from '#src/client/shared/print/print-frame.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { saleReceiptTexts as texts } from '#src/client/texts/sales-texts.ts';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import { SalePaper } from './sale-paper.tsx';

interface SalePrintPageProps {
  sale: PurchaseRow;
  /** whose sale it is, by its code */
  market: string;
  onBack: () => void;
}

/** The receipt of a sale as it leaves the printer, with the lines that the market wants on it. */
export function SalePrintPage({ sale, market, onBack }: SalePrintPageProps) {
  const lines = useReceiptLines(market);
  return (
    <PrintFrame heading={texts.heading} name={sale.codeCompra} onBack={onBack}>
      {(paper) => <SalePaper sale={sale} paper={paper} lines={lines} />}
    </PrintFrame>
  );
}
