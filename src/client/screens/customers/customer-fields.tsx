import { customersTexts as texts, customerTexts } from '#src/client/texts/customers-texts.ts';
import { Field } from '#src/client/ui/field.tsx';
import { maxLength, phoneDigits } from '#src/contract/limits.ts';
import { emptyCustomer, errorsOf, type CustomerDraft } from './customer-draft.ts';

interface CustomerFieldsProps {
  draft: CustomerDraft;
  onDraft: (draft: CustomerDraft) => void;
  /** Somebody has tried to save: what is wrong is said. */
  isTried: boolean;
  /** The identification is shown and cannot be changed. */
  identificationLocked?: boolean;
}

export function CustomerFields(props: CustomerFieldsProps) {
  const { draft, onDraft, isTried, identificationLocked = false } = props;
  const errors = isTried ? errorsOf(draft) : emptyCustomer;
  const fieldOf = (name: keyof CustomerDraft) => ({
    value: draft[name],
    error: errors[name] === '' ? undefined : errors[name],
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <Field label={texts.name} maxLength={maxLength.ownerName} data-safe {...fieldOf('name')} />
      <Field
        label={texts.identification}
        inputMode="numeric"
        maxLength={maxLength.identificacion}
        disabled={identificationLocked}
        hint={identificationLocked ? customerTexts.identificationLocked : undefined}
        {...fieldOf('identification')}
      />
      <Field label={texts.phone} inputMode="tel" maxLength={phoneDigits} {...fieldOf('phone')} />
    </>
  );
}
