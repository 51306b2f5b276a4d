import { useState } from 'react';
import type { Outcome } from '#src/client/api/outcome.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog, ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { cashTexts as texts } from '#src/client/texts/office/cash-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { toAmount, type Amount, type OpId } from '#src/contract/brands.ts';

interface AskedAmount {
  amount: number;
  note: string;
  includesHeld: boolean;
}

interface AskAmountProps {
  title: string;
  /** What is owed, in words. */
  owedText: string;
  owed: number;
  /** Of it what is held back, and the words for it. */
  held?: HeldBack | undefined;
  label: string;
  asked: AskedAmount;
  onAsked: (asked: AskedAmount) => void;
  onNo: () => void;
  onNext: () => void;
}

interface HeldBack {
  /** smallest unit shown, more than 0 */
  amount: number;
  text: (amount: string) => string;
  include: string;
  includeNote: string;
}

/** How much of what is owed was paid; all of it but what is held back is offered. */
function AskAmount({ title, owedText, owed, held, label, asked, onAsked, onNo, onNext }: AskAmountProps) {
  const [isTried, setTried] = useState(false);
  const payable = Math.max(0, owed - (asked.includesHeld ? 0 : (held?.amount ?? 0)));
  const fault =
    asked.amount === 0
      ? texts.amountNeeded
      : asked.amount > payable
        ? texts.tooMuch(amountText(payable))
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
      {held !== undefined && (
        <>
          <p>{held.text(amountText(held.amount))}</p>
          <CheckField
            label={held.include}
            hint={held.includeNote}
            checked={asked.includesHeld}
            onChecked={(includesHeld) =>
              onAsked({
                ...asked,
                includesHeld,
                amount: includesHeld ? owed : Math.max(0, owed - held.amount),
              })
            }
          />
        </>
      )}
      <AmountField
        label={label}
        symbol={currencySymbol()}
        amount={asked.amount}
        onAmount={(amount) => onAsked({ ...asked, amount })}
        max={maxTyped}
        clearable
        takesFocus
        error={isTried || asked.amount > payable ? fault : undefined}
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

/** What is asked before a payment, and said after it. */
interface PaymentWords {
  titleOf: (name: string) => string;
  owedOf: (name: string, amount: string) => string;
  amountLabel: string;
  ask: (amount: string, name: string) => string;
  /** `left`: what stays owed */
  askNote: (left: string) => string;
  no: string;
  yes: (amount: string) => string;
  done: (amount: string, name: string) => string;
}

interface PaidAmount {
  /** smallest unit shown */
  monto: Amount;
  note?: string;
  includeHeld?: boolean;
}

interface PayOwedProps {
  /** What it is about, "payout <stall>". */
  subject: string;
  /** who is paid, or pays */
  name: string;
  /** smallest unit shown */
  owed: number;
  held?: HeldBack | undefined;
  words: PaymentWords;
  send: (opId: OpId, paid: PaidAmount) => Promise<Outcome<{ monto: Amount }>>;
  /** Done or not: what is owed is to be read again. */
  onOver: () => void;
}

/** How much of what is owed was paid, then the last word. */
export function PayOwed({ subject, name, owed, held, words, send, onOver }: PayOwedProps) {
  const [asked, setAsked] = useState<AskedAmount>({
    amount: Math.max(0, owed - (held?.amount ?? 0)),
    note: '',
    includesHeld: false,
  });
  const [step, setStep] = useState<'amount' | 'sure'>('amount');
  if (step === 'amount')
    return (
      <AskAmount
        title={words.titleOf(name)}
        owedText={words.owedOf(name, amountText(owed))}
        owed={owed}
        held={held}
        label={words.amountLabel}
        asked={asked}
        onAsked={setAsked}
        onNo={onOver}
        onNext={() => setStep('sure')}
      />
    );
  const amount = amountText(asked.amount);
  const note = asked.note.trim();
  return (
    <MoneyConfirm
      subject={subject}
      send={send}
      body={{
        monto: toAmount(asked.amount),
        ...(note === '' ? {} : { note }),
        ...(asked.includesHeld ? { includeHeld: true } : {}),
      }}
      title={words.ask(amount, name)}
      no={words.no}
      yes={words.yes(amount)}
      onNo={onOver}
      onDone={({ monto }) => {
        showToast('success', words.done(amountText(monto), name));
        onOver();
      }}
    >
      <p>{words.askNote(amountText(owed - asked.amount))}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}
