import { printTexts as texts } from '#src/client/texts/print-texts.ts';
import { PrintFrame } from './print-frame.tsx';
import type { PrintedVoucher } from './printed-voucher.ts';
import { RollPaper } from './roll-paper.tsx';
import { SheetPaper } from './sheet-paper.tsx';

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
