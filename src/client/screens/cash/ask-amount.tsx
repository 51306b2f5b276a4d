import { useState } from 'react';
import type { Outcome } from '#src/client/api/outcome.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog, ReasonField } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { cashTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { toAmount, type Amount, type OpId } from '#src/contract/brands.ts';

interface AskedAmount {
  amount: number;
  note: string;
  includesWithheld: boolean;
}

interface AskAmountProps {
  title: string;
  /** The amount owed, in words. */
  owedText: string;
  owed: number;
  /** The part of the amount that is withheld back, and its label. */
  withheld?: Withheld | undefined;
  /** A sentence about money that `owed` does not include. */
  label: string;
  asked: AskedAmount;
  onAsked: (asked: AskedAmount) => void;
  onNo: () => void;
  onNext: () => void;
}

interface Withheld {
  /** Smallest unit shown, more than 0. */
  amount: number;
  text: (amount: string) => string;
  include: string;
  includeNote: string;
}

/** Asks how much of the debt was paid. All of it is offered, less the amount withheld back. */
function AskAmount(props: AskAmountProps) {
  const { title, owedText, owed, withheld, label, asked, onAsked, onNo, onNext } = props;
  const [isTried, setTried] = useState(false);
  const payable = payableOf(owed, withheld, asked);
  const fault =
    asked.amount === 0
      ? texts.amountNeeded
      : asked.amount > payable
        ? texts.tooMuch(amountText(payable))
        : undefined;
  return (
    <ConfirmDialog
      title={title}
      yes={listsTexts.continue}
      onNo={onNo}
      onYes={() => {
        setTried(true);
        if (fault === undefined) onNext();
      }}
    >
      <p>{owedText}</p>
      {withheld !== undefined && (
        <>
          <p>{withheld.text(amountText(withheld.amount))}</p>
          <CheckField
            label={withheld.include}
            hint={withheld.includeNote}
            checked={asked.includesWithheld}
            onChecked={(includesWithheld) => onAsked(allOf(owed, withheld, { ...asked, includesWithheld }))}
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

function payableOf(owed: number, withheld: Withheld | undefined, { includesWithheld }: AskedAmount): number {
  return Math.max(0, owed - (includesWithheld ? 0 : (withheld?.amount ?? 0)));
}

/** Same form, with the whole payable amount offered again. */
function allOf(owed: number, withheld: Withheld | undefined, asked: AskedAmount): AskedAmount {
  return { ...asked, amount: payableOf(owed, withheld, asked) };
}

/** Texts before and after a payment. */
interface PaymentWords {
  titleOf: (name: string) => string;
  owedOf: (name: string, amount: string) => string;
  amountLabel: string;
  ask: (amount: string, name: string) => string;
  /** `left`: the amount that stays owed. */
  askNote: (left: string) => string;
  no: string;
  yes: (amount: string) => string;
  done: (amount: string, name: string) => string;
}

interface PaidAmount {
  /** Smallest unit shown. */
  monto: Amount;
  note?: string;
  includeWithheld?: boolean;
}

interface PayOwedProps {
  /** Subject of the payment, "payout <stall>". */
  subject: string;
  /** Name of the person or stall that is paid, or pays. */
  name: string;
  /** Smallest unit shown. */
  owed: number;
  withheld?: Withheld | undefined;
  /** A sentence about money that `owed` does not include. */
  words: PaymentWords;
  send: (opId: OpId, paid: PaidAmount) => Promise<Outcome<{ monto: Amount }>>;
  /** Called after success and after failure: the debt must be read again. */
  onOver: () => void;
}

/** Asks how much of a debt was paid, then for confirmation. */
export function PayOwed(props: PayOwedProps) {
  const { subject, name, owed, withheld, words, send, onOver } = props;
  const [asked, setAsked] = useState<AskedAmount>({
    amount: Math.max(0, owed - (withheld?.amount ?? 0)),
    note: '',
    includesWithheld: false,
  });
  const [step, setStep] = useState<'amount' | 'sure'>('amount');
  if (step === 'amount')
    return (
      <AskAmount
        title={words.titleOf(name)}
        owedText={words.owedOf(name, amountText(owed))}
        owed={owed}
        withheld={withheld}
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
        ...(asked.includesWithheld ? { includeWithheld: true } : {}),
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
