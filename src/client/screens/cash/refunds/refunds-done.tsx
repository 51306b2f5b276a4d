import { Printer } from 'lucide-react';
import { useState } from 'react';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Refund } from '#src/contract/vouchers/refund.ts';
import { RefundPaper } from './refund-paper.tsx';

interface RefundsDoneProps {
  refunds: readonly Refund[];
  onClose: () => void;
}

/** Cash is paid against signatures, so printing the receipts is the first action. */
export function RefundsDone({ refunds, onClose }: RefundsDoneProps) {
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
