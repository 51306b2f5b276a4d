import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { spellAmount } from '#src/client/device/voice/spell-amount.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import {
  PaperFacts,
  PrintNumber,
  PrintedPaper,
  Signatures,
} from '#src/client/money/papers/printed-paper.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { refundTexts as texts, refundReasonTexts } from '#src/client/texts/vouchers/refund-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Refund } from '#src/contract/vouchers/refund.ts';

/** Cash is paid against signatures, so printing the receipts is the first action. */
export function RefundsDone({ refunds, onClose }: { refunds: readonly Refund[]; onClose: () => void }) {
  const [isPrinting, setPrinting] = useState(false);
  const [first] = refunds;
  const last = refunds.at(-1);
  if (!first || !last) return null;
  const sum = refunds.reduce((all, { monto }) => all + monto, 0);
  const isOne = refunds.length === 1;
  return (
    <>
      <ResultScreen
        kind="voided"
        verdict={texts.done}
        amount={amountText(sum)}
        notes={<AmountNotes amount={sum} size="full" />}
        facts={[
          isOne
            ? { name: texts.act, value: first.code }
            : { name: texts.acts, value: `${first.code} – ${last.code}` },
          { name: texts.decided, value: personName(first.decidedBy) },
          { name: texts.missing, value: isOne ? texts.signature : texts.signatures(refunds.length) },
        ]}
        delivery={{ deliver: true, text: texts.handOver(amountText(sum)) }}
        actions={
          <>
            <Button size="money" icon={Printer} onClick={() => setPrinting(true)}>
              {texts.print}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {texts.close}
            </Button>
          </>
        }
      />
      {isPrinting && <RefundPrint refunds={refunds} onBack={() => setPrinting(false)} />}
    </>
  );
}

/** One receipt per signature, ordered by number. */
export function RefundPrint({ refunds, onBack }: { refunds: readonly Refund[]; onBack: () => void }) {
  return (
    <Overlay label={texts.print} onClose={onBack}>
      <PrintFrame
        heading={texts.heading}
        name={refunds[0]?.code ?? ''}
        copies={copiesOf(refunds)}
        onBack={onBack}
      >
        {(paper, printNumber) =>
          refunds.map((refund) => (
            <div key={refund.code} style={{ breakAfter: 'page' }}>
              <RefundPaper refund={refund} paper={paper} printNumber={printNumber} />
            </div>
          ))
        }
      </PrintFrame>
    </Overlay>
  );
}

function copiesOf(refunds: readonly Refund[]): string {
  return `refund:${refunds.map(({ code }) => code).join(',')}`;
}

/** recibo de devolución: the amount in figures, notes and words, with space for a signature or a fingerprint. */
function RefundPaper({ refund, paper, printNumber }: { refund: Refund; paper: Paper; printNumber: number }) {
  const { name } = usePlace();
  const { receiptHeading } = useReceiptLines();
  return (
    <PrintedPaper
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
    </PrintedPaper>
  );
}
