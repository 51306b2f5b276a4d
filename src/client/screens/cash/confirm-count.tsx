import { countTill } from '#src/client/api/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { tillTexts as texts } from '#src/client/texts/cash-texts.ts';
import type { Till } from '#src/contract/cash.ts';
import { DifferenceText } from './difference-text.tsx';

interface ConfirmCountProps {
  till: Till;
  isOwn: boolean;
  counted: number;
  reason: string;
  onNo: () => void;
  onDone: () => void;
}

export function ConfirmCount({ till, isOwn, counted, reason, onNo, onDone }: ConfirmCountProps) {
  const { topUpPointId, expected } = till;
  const amount = amountText(counted);
  return (
    <MoneyConfirm
      subject={`count ${topUpPointId}`}
      send={countTill}
      body={{
        counted,
        expected,
        ...(reason === '' ? {} : { reason }),
        ...(isOwn ? {} : { topUpPointId }),
      }}
      title={texts.askClose(amount)}
      no={texts.noClose}
      yes={texts.yesClose(amount)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.closeNote(amount)}</p>
      <DifferenceText difference={counted - expected} />
    </MoneyConfirm>
  );
}
