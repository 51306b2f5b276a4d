import { Banknote } from 'lucide-react';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { topUpVoidReasonTexts, topUpVoidTexts as texts } from '#src/client/texts/topups/top-up-void-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { VoidableTopUp, MadeTopUpVoid } from './top-up-void.tsx';

interface TopUpVoidScreenProps {
  topUp: Pick<VoidableTopUp, 'monto' | 'ownerName' | 'shortCode'>;
  /** Null when it was voided before this screen was mounted. */
  undone: MadeTopUpVoid | null;
  /** Starts the right top-up for the same customer; absent when only closing is possible. */
  onRight?: () => void;
  onClose: () => void;
}

/** Instructs the cashier: the cash goes back. */
export function TopUpVoidScreen({ topUp, undone, onRight, onClose }: TopUpVoidScreenProps) {
  const amount = amountText(topUp.monto);
  return (
    <ResultScreen
      kind="voided"
      verdict={texts.verdict}
      amount={amount}
      notes={<AmountNotes amount={topUp.monto} size="full" />}
      message={messageOf(undone)}
      facts={[
        { name: texts.customer, value: personName(topUp.ownerName) },
        { name: texts.code, value: topUp.shortCode },
        undone !== null && { name: texts.reason, value: topUpVoidReasonTexts[undone.reason] },
        undone?.till != null && { name: texts.tillAfter, value: amountText(undone.till) },
      ]}
      delivery={{ deliver: false, text: texts.giveBack(amount) }}
      actions={
        <>
          {onRight !== undefined && (
            <Button size="money" icon={Banknote} onClick={onRight}>
              {texts.right}
            </Button>
          )}
          <Button
            {...(onRight === undefined ? { size: 'money' as const } : { variant: 'secondary' as const })}
            onClick={onClose}
          >
            {texts.close}
          </Button>
        </>
      }
    />
  );
}

function messageOf(undone: MadeTopUpVoid | null): string | undefined {
  if (undone?.isHere === true) return texts.later;
  return undone?.isByMarket === true ? texts.paidByMarket : undefined;
}
