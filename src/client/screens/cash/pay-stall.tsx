import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { payStall } from '#src/client/api/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { payoutTexts as texts } from '#src/client/texts/cash-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { StallBalance } from '#src/contract/cash.ts';
import { AskAmount, type AskedAmount } from './ask-amount.tsx';

interface PayStallProps {
  stall: StallBalance;
  onClose: () => void;
}

/** pago a un estante: the amount, then the last word. */
export function PayStall({ stall, onClose }: PayStallProps) {
  const { estanteId, estanteName, owed } = stall;
  const client = useQueryClient();
  const [asked, setAsked] = useState<AskedAmount>({ amount: owed, note: '' });
  const [isSure, setSure] = useState(false);
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['stall-balances'] });
    void client.invalidateQueries({ queryKey: ['payouts'] });
  };
  if (!isSure)
    return (
      <AskAmount
        title={texts.payTo(estanteName)}
        owedText={texts.owedTo(amountText(owed))}
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
      subject={`payout ${estanteId}`}
      send={payStall}
      body={{ estanteId, monto: asked.amount, ...(note === '' ? {} : { note }) }}
      title={texts.ask(amount, estanteName)}
      no={texts.no}
      yes={texts.yes(amount)}
      onNo={() => {
        reload();
        onClose();
      }}
      onDone={({ monto }) => {
        showToast('success', texts.paid1(amountText(monto), estanteName));
        reload();
        onClose();
      }}
    >
      <p>{texts.askNote(amountText(owed - asked.amount))}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}
