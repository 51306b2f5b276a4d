import { useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import type { FormField } from '#src/client/form/fields.tsx';
import { filled, FormDialog, saying } from '#src/client/form/form-page.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { cashTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { toAmount, type Amount, type OpId } from '#src/protocol/brands.ts';

interface AskedAmount {
  amount: number;
  note: string;
  includesWithheld: boolean;
}

/** The part of a debt that is withheld back, and its label. */
interface Withheld {
  /** Smallest unit shown, more than 0. */
  amount: number;
  text: (amount: string) => string;
  include: string;
  includeNote: string;
}

interface AskAmountProps extends Pick<PayOwedProps, 'name' | 'owed' | 'withheld' | 'words'> {
  start: AskedAmount;
  onNo: () => void;
  onAsked: (asked: AskedAmount) => void;
}

/** Asks how much of the debt was paid. All of it is offered, less the amount withheld back. */
function AskAmount({ name, owed, withheld, words, start, onNo, onAsked }: AskAmountProps) {
  return (
    <FormDialog
      title={words.titleOf(name)}
      yes={listsTexts.continue}
      start={start}
      fields={(asked) => [
        { kind: 'part', of: <p>{words.owedOf(name, amountText(owed))}</p> },
        ...(withheld === undefined ? [] : withheldFields(owed, withheld)),
        {
          kind: 'amount',
          name: 'amount',
          label: words.amountLabel,
          clearable: true,
          takesFocus: true,
          fault: faultOf(asked.amount, payableOf(owed, withheld, asked)),
        },
        { kind: 'reason', name: 'note', label: texts.note, hint: texts.noteHint },
      ]}
      save={{ mutate: onAsked }}
      onClose={onNo}
    />
  );
}

function faultOf(amount: number, payable: number): string | undefined {
  if (amount === 0) return texts.amountNeeded;
  return amount > payable ? texts.tooMuch(amountText(payable)) : undefined;
}

/** With the part withheld back or without it, the whole payable amount is offered again. */
function withheldFields(owed: number, withheld: Withheld): FormField<AskedAmount>[] {
  return [
    { kind: 'part', of: <p>{withheld.text(amountText(withheld.amount))}</p> },
    {
      kind: 'check',
      name: 'includesWithheld',
      label: withheld.include,
      hint: withheld.includeNote,
      also: (asked) => ({ amount: payableOf(owed, withheld, asked) }),
    },
  ];
}

function payableOf(
  owed: number,
  withheld: Withheld | undefined,
  { includesWithheld }: Pick<AskedAmount, 'includesWithheld'>,
): number {
  return Math.max(0, owed - (includesWithheld ? 0 : (withheld?.amount ?? 0)));
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
  send: (opId: OpId, paid: PaidAmount) => Promise<CallAnswer<{ monto: Amount }>>;
  /** Called after success and after failure: the debt must be read again. */
  onOver: () => void;
}

/** Asks how much of a debt was paid, then for confirmation. */
export function PayOwed(props: PayOwedProps) {
  const { subject, name, owed, withheld, words, send, onOver } = props;
  const includesWithheld = false;
  const start = { amount: payableOf(owed, withheld, { includesWithheld }), note: '', includesWithheld };
  const [asked, setAsked] = useState<AskedAmount | null>(null);
  if (asked === null) return <AskAmount {...props} start={start} onNo={onOver} onAsked={setAsked} />;
  const amount = amountText(asked.amount);
  const { note } = asked;
  return (
    <MoneyConfirm
      subject={subject}
      send={send}
      body={{
        monto: toAmount(asked.amount),
        ...filled({ note }),
        ...(asked.includesWithheld ? { includeWithheld: true } : {}),
      }}
      title={words.ask(amount, name)}
      no={words.no}
      yes={words.yes(amount)}
      onNo={onOver}
      onDone={saying(({ monto }) => words.done(amountText(monto), name), onOver)}
    >
      <p>{words.askNote(amountText(owed - asked.amount))}</p>
      {note !== '' && <p>{note}</p>}
    </MoneyConfirm>
  );
}
