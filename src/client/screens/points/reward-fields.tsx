import { maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import type { RewardDraft } from './reward-draft.ts';

interface RewardFieldsProps {
  draft: RewardDraft;
  onDraft: (draft: RewardDraft) => void;
  /** Somebody has tried to save: what is missing is said. */
  isTried: boolean;
}

export function RewardFields({ draft, onDraft, isTried }: RewardFieldsProps) {
  const { name, description, pointsCost, monto } = draft;
  const errorOf = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  return (
    <>
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={maxLength.productName}
        value={name}
        data-safe
        error={errorOf(name.trim() === '', texts.nameNeeded)}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
      />
      <Field
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={maxLength.reason}
        value={description}
        error={errorOf(description.trim() === '', texts.descriptionNeeded)}
        onChange={(event) => onDraft({ ...draft, description: event.target.value })}
      />
      <AmountField
        label={texts.costLabel}
        symbol=""
        amount={pointsCost}
        onAmount={(cost) => onDraft({ ...draft, pointsCost: cost })}
        max={maxTyped}
        error={errorOf(pointsCost === 0, texts.costNeeded)}
      />
      <AmountField
        label={texts.worthLabel}
        symbol={currencySymbol()}
        amount={monto}
        onAmount={(worth) => onDraft({ ...draft, monto: worth })}
        max={maxTyped}
      />
    </>
  );
}
