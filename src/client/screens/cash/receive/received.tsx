import { ArrowRight, Printer } from 'lucide-react';
import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { usePlace } from '#src/client/shared/use-place.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { TillReceipt } from '#src/contract/cash/till-hand-over.ts';
import type { CountedPieces } from '#src/contract/cash/till.ts';
import { HandOverPaper } from '../hand-over/hand-over-slip.tsx';

interface ReceivedProps {
  receipt: TillReceipt;
  pieces: readonly CountedPieces[];
  onBack: () => void;
  /** Undefined when nothing else is on its way. */
  onNext: (() => void) | undefined;
}

/** The cash belongs to the market now; the difference is named. */
export function Received({ receipt, pieces, onBack, onNext }: ReceivedProps) {
  const [isPrinting, setPrinting] = useState(false);
  const { ownerName: receiver } = usePlace();
  const { code, ownerName, counted, monto, difference, createAt } = receipt;
  const name = personName(ownerName);
  const answered = answerFact(receipt);
  if (isPrinting)
    return (
      <HandOverPaper
        slip={{
          code,
          monto,
          pieces,
          createAt,
          received: {
            pointName: ownerName,
            counted,
            words: answered === null ? '' : `${answered.name}: ${answered.value}`,
          },
        }}
        onBack={() => setPrinting(false)}
      />
    );
  return (
    <ResultScreen
      kind="received"
      verdict={texts.done}
      amount={amountText(counted)}
      notes={<AmountNotes amount={counted} size="line" />}
      facts={[
        { name: texts.number, value: texts.numberOf(code, name) },
        { name: texts.receivedBy, value: `${personName(receiver)}, ${timeText(createAt)}` },
        ...(difference === 0 ? [] : [{ name: texts.declared, value: amountText(monto) }]),
        ...(answered === null ? [] : [answered]),
      ]}
      actions={
        <>
          <Button size="money" wide trailing={onNext && ArrowRight} onClick={onNext ?? onBack}>
            {onNext ? texts.next : texts.toList}
          </Button>
          <Button variant="secondary" wide icon={Printer} onClick={() => setPrinting(true)}>
            {texts.print}
          </Button>
          {onNext && (
            <Button variant="text" wide onClick={onBack}>
              {texts.toList}
            </Button>
          )}
        </>
      }
    />
  );
}

function answerFact({ answers, difference }: TillReceipt): { name: string; value: string } | null {
  if (answers === null) return null;
  const value = amountText(Math.abs(difference));
  if (answers === 'OPEN') return { name: texts.openName, value };
  if (answers === 'MARKET') return { name: texts.marketOwes, value };
  return { name: difference < 0 ? texts.pointOwes : texts.pointGets, value };
}
