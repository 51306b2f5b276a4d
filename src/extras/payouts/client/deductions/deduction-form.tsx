import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import type { DeductionFormProps } from '#src/client/shared/extra.ts';
import { noDeductionInput, type DeductionInput } from '#src/client/shared/payout/deduction-input.ts';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { deductedIn } from '#src/domain/operations/cash/payout.ts';
import { deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { DeductFields } from './deduct-fields.tsx';
import { type DeductionDraft, deductionsOf, lacksWords, noDeduction } from './deduction-draft.ts';

/** Deductions in the form of one payout; hidden until the manager adds one. */
export function DeductionForm({ isTried, onInput }: DeductionFormProps) {
  const [draft, setDraft] = useState<DeductionDraft | null>(null);
  const change = (changed: DeductionDraft | null) => {
    setDraft(changed);
    onInput(changed === null ? noDeductionInput : inputOf(changed));
  };
  return (
    <>
      <CheckField
        label={texts.fold}
        checked={draft !== null}
        onChecked={(isOn) => change(isOn ? noDeduction : null)}
      />
      {draft !== null && <DeductFields draft={draft} onDraft={change} isTried={isTried} />}
    </>
  );
}

function inputOf(draft: DeductionDraft): DeductionInput {
  const deductions = deductionsOf(draft);
  const sum = deductedIn(deductions);
  return { deductions, isReady: !lacksWords(draft), text: sum > 0 ? texts.inAll(amountText(0 - sum)) : '' };
}
