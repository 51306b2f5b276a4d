import { useState } from 'react';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog, ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { cashTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';

export interface AskedAmount {
  amount: number;
  note: string;
}

interface AskAmountProps {
  title: string;
  /** What is owed, in words. */
  owedText: string;
  owed: number;
  label: string;
  asked: AskedAmount;
  onAsked: (asked: AskedAmount) => void;
  onNo: () => void;
  onNext: () => void;
}

/** How much of what is owed was paid; all of it is offered. */
export function AskAmount({ title, owedText, owed, label, asked, onAsked, onNo, onNext }: AskAmountProps) {
  const [isTried, setTried] = useState(false);
  const fault =
    asked.amount === 0
      ? texts.amountNeeded
      : asked.amount > owed
        ? texts.tooMuch(amountText(owed))
        : undefined;
  return (
    <ConfirmDialog
      title={title}
      no={commonTexts.cancel}
      yes={listsTexts.continue}
      onNo={onNo}
      onYes={() => {
        setTried(true);
        if (fault === undefined) onNext();
      }}
    >
      <p>{owedText}</p>
      <AmountField
        label={label}
        symbol={currencySymbol()}
        amount={asked.amount}
        onAmount={(amount) => onAsked({ ...asked, amount })}
        max={maxTyped}
        clearable
        takesFocus
        error={isTried || asked.amount > owed ? fault : undefined}
      />
      <ReasonField
        label={texts.note}
        hint={texts.noteHint}
        reason={asked.note}
        onReason={(note) => onAsked({ ...asked, note })}
      />
    </ConfirmDialog>
  );
}
