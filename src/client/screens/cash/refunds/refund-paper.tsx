import type { Paper } from '#src/client/device/print/paper.ts';
import { spellAmount } from '#src/client/device/voice/spell-amount.ts';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { PaperFacts, PrintNumber, RollPaper, Signatures } from '#src/client/money/papers/roll-paper.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { refundReasonTexts, refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import type { Refund } from '#src/contract/vouchers/refund.ts';

interface RefundPaperProps {
  refund: Refund;
  paper: Paper;
  printNumber: number;
}

/** recibo de devolución: the amount in figures, notes and words, with space for a signature or a fingerprint. */
export function RefundPaper({ refund, paper, printNumber }: RefundPaperProps) {
  const { name } = usePlace();
  const { receiptHeading } = useReceiptLines();
  return (
    <RollPaper
      paper={paper}
      issuer={[name, receiptHeading]}
      heading={texts.heading}
      amount={refund.monto}
      owner={spellAmount(refund.monto).join(' ')}
    >
      <PaperFacts
        facts={[
          { name: texts.givenTo, value: personName(refund.ownerName) },
          { name: texts.identification, value: refund.identificacion },
          { name: texts.code, value: texts.closed(refund.shortCode) },
          { name: texts.reason, value: refundReasonTexts[refund.reason] },
          { name: texts.decided, value: personName(refund.decidedBy) },
          { name: texts.date, value: dateTimeText(refund.createAt) },
          { name: texts.act, value: refund.code },
        ]}
      />
      <p>{texts.received}</p>
      <Signatures names={[texts.sign, texts.signDocument]} />
      <PrintNumber number={printNumber} of="refund" />
    </RollPaper>
  );
}
