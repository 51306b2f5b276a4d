import { Printer } from 'lucide-react';
import { useState } from 'react';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { CashReceived } from '#src/contract/cash/till.ts';
import { CountPaper } from '../count/count-slip.tsx';
import { bankedOf } from './consequence.ts';

/** The cash belongs to the market now; the difference is named. */
export function Received({ receipt, onBack }: { receipt: CashReceived; onBack: () => void }) {
  const [isPrinting, setPrinting] = useState(false);
  const { ownerName: receiver } = usePlace();
  const { _id: id, ownerName, received, expected, answers, left, createAt, pieces } = receipt;
  const facts = [...answerFacts(receipt), { name: texts.left, value: amountText(left) }];
  if (isPrinting)
    return (
      <CountPaper
        slip={{
          counted: received,
          expected,
          pieces,
          createAt,
          received: { id, pointName: ownerName, facts },
        }}
        onBack={() => setPrinting(false)}
      />
    );
  const banked = bankedOf({ counted: received, expected }, answers);
  return (
    <ResultScreen
      kind="received"
      verdict={texts.done}
      amount={amountText(banked)}
      notes={<AmountNotes amount={banked} size="line" />}
      facts={[
        { name: texts.from, value: personName(ownerName) },
        { name: texts.by, value: texts.byAt(personName(receiver), timeText(createAt)) },
        ...facts,
      ]}
      actions={
        <>
          <Button size="money" wide icon={Printer} onClick={() => setPrinting(true)}>
            {texts.print}
          </Button>
          <Button variant="secondary" wide onClick={onBack}>
            {texts.back}
          </Button>
        </>
      }
    />
  );
}

function answerFacts({ answers, difference, left }: CashReceived): { name: string; value: string }[] {
  if (answers === null) return [];
  const value = amountText(Math.abs(difference));
  if (answers === 'MARKET') return [{ name: difference < 0 ? texts.marketLost : texts.marketKept, value }];
  return [{ name: left > 0 ? texts.pointOwes : texts.pointGets, value }];
}
