import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { MoneyConfirm } from '#src/client/shared/confirm/money-confirm.tsx';
import { type ChosenStall, StallChooser } from '#src/client/shared/lists/stall-chooser.tsx';
import { noDeductionInput, type DeductionInput } from '#src/client/shared/payout/deduction-input.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { paperTexts as texts } from '#src/client/texts/restored-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { restoredCalls } from '#src/contract/restored/calls.ts';
import { payoutCodeField, type Restore, type RestoredPayoutCommand } from '#src/contract/restored/schemas.ts';
import { DeductionForm } from '../deduction-form.ts';
import { ConfirmFrame } from './confirm-frame.tsx';
import { useConfirmed } from './use-confirmed.ts';

interface PayoutDraft {
  typed: string;
  stall: ChosenStall | null;
  /** Smallest unit shown. */
  amount: number;
  deducted: DeductionInput;
}

interface WrittenPayout {
  body: RestoredPayoutCommand;
  stallName: string;
}

/** Confirms a payout by the number on its paper. */
export function ConfirmPayout({ restore }: { restore: Restore }) {
  const [draft, setDraft] = useState<PayoutDraft>({
    typed: '',
    stall: null,
    amount: 0,
    deducted: noDeductionInput,
  });
  const [isTried, setTried] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const written = writtenPayout(restore.epoch, draft);
  return (
    <ConfirmFrame
      kind="payouts"
      restore={restore}
      note={texts.mayWait}
      yes={draft.amount === 0 ? texts.paidNothing : texts.paid(amountText(draft.amount))}
      onYes={() => {
        setTried(true);
        setAsked(written !== null);
      }}
      dialog={isAsked && written !== null && <AskPaid {...written} onNo={() => setAsked(false)} />}
    >
      <PayoutFields draft={draft} onDraft={setDraft} isTried={isTried} />
    </ConfirmFrame>
  );
}

/** Returns null while a field is missing. */
function writtenPayout(epoch: number, { typed, stall, amount, deducted }: PayoutDraft): WrittenPayout | null {
  const codePago = payoutCodeField.safeParse(typed).data;
  if (codePago === undefined || stall === null || amount === 0 || !deducted.isReady) return null;
  const { deductions } = deducted;
  const body = { epoch, codePago, estanteId: stall.id, monto: toAmount(amount) };
  return {
    body: deductions.length === 0 ? body : { ...body, deductions: [...deductions] },
    stallName: stall.name,
  };
}

interface PayoutFieldsProps {
  draft: PayoutDraft;
  onDraft: (draft: PayoutDraft) => void;
  /** The manager tried to continue: missing fields are named. */
  isTried: boolean;
}

function PayoutFields({ draft, onDraft, isTried }: PayoutFieldsProps) {
  const { typed, stall, amount } = draft;
  const isUnread = !payoutCodeField.safeParse(typed).success;
  return (
    <>
      <Field
        label={texts.number}
        hint={texts.numberHint}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={19}
        value={typed}
        error={isTried && isUnread ? texts.numberWrong : undefined}
        onChange={(event) => onDraft({ ...draft, typed: event.target.value })}
      />
      <StallChooser of={{}} chosen={stall} onChoose={(chosen) => onDraft({ ...draft, stall: chosen })} />
      {isTried && stall === null && <Notice kind="refused">{texts.stallNeeded}</Notice>}
      <AmountField
        label={texts.amount}
        symbol={currencySymbol()}
        amount={amount}
        onAmount={(value) => onDraft({ ...draft, amount: value })}
        max={maxTyped}
        clearable
        error={isTried && amount === 0 ? texts.amountNeeded : undefined}
      />
      {DeductionForm !== undefined && (
        <DeductionForm isTried={isTried} onInput={(deducted) => onDraft({ ...draft, deducted })} />
      )}
    </>
  );
}

function AskPaid({ body, stallName, onNo }: WrittenPayout & { onNo: () => void }) {
  const onConfirmed = useConfirmed('payouts');
  const amount = amountText(body.monto);
  return (
    <MoneyConfirm
      subject={`restored payout ${body.codePago}`}
      body={body}
      send={(opId, sent) => callServer(restoredCalls.confirmPayout, { opId, body: sent })}
      title={texts.askPaid(amount, stallName)}
      no={texts.check}
      yes={texts.paid(amount)}
      onNo={onNo}
      onDone={onConfirmed}
    >
      <p>{texts.askPaidNote(body.codePago)}</p>
    </MoneyConfirm>
  );
}
