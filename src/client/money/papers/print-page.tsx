import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
import { PrintFrame } from './print-frame.tsx';
import { type PrintedVoucher, VoucherPaper } from './voucher-paper.tsx';

interface PrintPageProps {
  voucher: PrintedVoucher;
  /** By which its copies are counted. */
  copies: string;
  onBack: () => void;
}

/** A voucher, for each paper size. */
export function PrintPage({ voucher, copies, onBack }: PrintPageProps) {
  return (
    <PrintFrame heading={texts.heading} name={voucher.shortCode} copies={copies} onBack={onBack}>
      {(paper, printNumber) => <VoucherPaper voucher={{ ...voucher, printNumber }} paper={paper} />}
    </PrintFrame>
  );
}
