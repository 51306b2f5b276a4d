import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settleClearing } from '#src/client/api/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { clearingTexts as texts } from '#src/client/texts/cash-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Clearing } from '#src/contract/cash.ts';
import { AskAmount, type AskedAmount } from './ask-amount.tsx';

interface SettleClearingProps {
  clearing: Clearing;
  onClose: () => void;
}

/** The creditor says what came in. */
export function SettleClearing({ clearing, onClose }: SettleClearingProps) {
  const { debtorId, debtorName, owed } = clearing;
  const client = useQueryClient();
  const [asked, setAsked] = useState<AskedAmount>({ amount: owed, note: '' });
  const [isSure, setSure] = useState(false);
  const reload = () => void client.invalidateQueries({ queryKey: ['clearing'] });
  if (!isSure)
    return (
      <AskAmount
        title={texts.settleOf(debtorName)}
        owedText={texts.owedBy(debtorName, amountText(owed))}
        owed={owed}
        label={texts.amountLabel}
        asked={asked}
        onAsked={setAsked}
        onNo={onClose}
        onNext={() => setSure(true)}
      />
    );
  const amount = amountText(asked.amount);
  const note = asked.note.trim();
  return (
    <MoneyConfirm
      subject={`clearing ${debtorId}`}
      send={settleClearing}
      body={{ debtorId, monto: asked.amount, ...(note === '' ? {} : { note }) }}
      title={texts.ask(amount, debtorName)}
      no={texts.no}
      yes={texts.yes(amount)}
      onNo={() => {
        reload();
        onClose();
      }}
      onDone={({ monto }) => {
        showToast('success', texts.done1(amountText(monto), debtorName));
        reload();
        onClose();
      }}
    >
      <p>{texts.askNote}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}
