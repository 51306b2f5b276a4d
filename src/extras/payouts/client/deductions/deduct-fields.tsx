import { maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { type DeductionDraft, lacksWords } from './deduction-draft.ts';

interface DeductFieldsProps {
  draft: DeductionDraft;
  onDraft: (draft: DeductionDraft) => void;
  /** True after the manager tried to continue: missing fields are then named. */
  isTried: boolean;
}

/** The fee of the place, and another deduction with a reason. */
export function DeductFields({ draft, onDraft, isTried }: DeductFieldsProps) {
  const amount = (label: string, of: 'booth' | 'other') => (
    <AmountField
      label={label}
      symbol={currencySymbol()}
      amount={draft[of]}
      onAmount={(value) => onDraft({ ...draft, [of]: value })}
      max={maxTyped}
      clearable
    />
  );
  return (
    <>
      {amount(texts.booth, 'booth')}
      {amount(texts.other, 'other')}
      {draft.other > 0 && (
        <Field
          label={texts.words}
          hint={texts.wordsHint}
          maxLength={maxLength.reason}
          value={draft.words}
          error={isTried && lacksWords(draft) ? texts.wordsNeeded : undefined}
          onChange={(event) => onDraft({ ...draft, words: event.target.value })}
        />
      )}
    </>
  );
}
