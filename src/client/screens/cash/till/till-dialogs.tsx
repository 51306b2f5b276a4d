import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useChange, useStaleAfter } from '#src/client/queries/stale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog, ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { personName } from '#src/client/shared/names.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { cashTexts } from '#src/client/texts/cash/cash-texts.ts';
import { tillTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { cashCalls } from '#src/contract/cash/calls.ts';
import type { Till, TillCeilingCommand } from '#src/contract/cash/till.ts';

interface TillDialogProps {
  till: Till;
  onClose: () => void;
}

/** base de caja: the float with which a till starts the day. */
export function GiveFloat({ till: { topUpPointId, ownerName }, onClose }: TillDialogProps) {
  const staleAfter = useStaleAfter();
  const [amount, setAmount] = useState(0);
  const [note, setNote] = useState('');
  const name = personName(ownerName);
  const written = note.trim();
  return (
    <MoneyConfirm
      subject={`float ${topUpPointId}`}
      send={(opId, body) => callServer(cashCalls.giveFloat, { opId, body })}
      body={{ topUpPointId, monto: toAmount(amount), ...(written === '' ? {} : { note: written }) }}
      isReady={amount > 0}
      title={amount > 0 ? texts.askFloat(amountText(amount), name) : texts.giveFloatTo(name)}
      no={texts.noFloat}
      yes={texts.yesFloat(amountText(amount))}
      onNo={onClose}
      onDone={({ monto }) => {
        showToast('success', texts.floatGiven(amountText(monto), name));
        void staleAfter('cash received');
        onClose();
      }}
    >
      <p>{texts.floatNote}</p>
      <AmountField
        label={texts.floatAmount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={setAmount}
        max={maxTyped}
        clearable
        takesFocus
      />
      <ReasonField label={cashTexts.note} hint={cashTexts.noteHint} reason={note} onReason={setNote} />
    </MoneyConfirm>
  );
}

/** tope de una caja: its own, or the one of all the market's points. */
export function SetCeiling({
  till: { topUpPointId, ownerName, ceiling, isOwnCeiling },
  onClose,
}: TillDialogProps) {
  const [amount, setAmount] = useState<number>(ceiling);
  const [isOfMarket, setOfMarket] = useState(!isOwnCeiling);
  const name = personName(ownerName);
  const change = useChange(
    'cash received',
    (body: TillCeilingCommand) => callServer(cashCalls.setTillCeiling, { body }),
    (till) => {
      showToast('success', texts.ceilingSaved(name, amountText(till.ceiling)));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.ceilingTitle(name)}
      yes={texts.ceilingSave}
      disabled={!isOfMarket && amount === 0}
      busy={change.isPending}
      error={change.error}
      onNo={onClose}
      onYes={() => change.mutate({ topUpPointId, ...(isOfMarket ? {} : { ceiling: toAmount(amount) }) })}
    >
      <p>{texts.ceilingNote}</p>
      <CheckField label={texts.ceilingOfMarket} checked={isOfMarket} onChecked={setOfMarket} />
      {!isOfMarket && (
        <AmountField
          label={texts.ceilingAmount}
          symbol={currencySymbol()}
          amount={amount}
          onAmount={setAmount}
          max={maxTyped}
          clearable
        />
      )}
    </ConfirmDialog>
  );
}
