import { customerTexts, customersTexts as texts } from '#src/client/texts/office/customers-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { maxLength, phoneDigits } from '#src/contract/limits.ts';

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

/** A customer as a form holds it. */
interface CustomerDraft {
  name: string;
  identification: string;
  /** empty: none */
  phone: string;
}

export const emptyCustomer: CustomerDraft = { name: '', identification: '', phone: '' };

/** What is wrong with each field; empty where nothing is. */
function errorsOf({ name, identification, phone }: CustomerDraft): CustomerDraft {
  return {
    name: name.trim() === '' ? texts.nameNeeded : '',
    identification: identification.trim() === '' ? texts.identificationNeeded : '',
    phone: phone === '' || /^\d{10}$/.test(phone) ? '' : texts.phoneDigits,
  };
}

export function isRight(draft: CustomerDraft): boolean {
  return Object.values(errorsOf(draft)).every((error) => error === '');
}

/** Names are kept in lower case and shown as people write them. */
export function fieldsOf({ name, identification, phone }: CustomerDraft) {
  return {
    ownerName: name.trim().toLowerCase(),
    identificacion: identification.trim(),
    ...(phone === '' ? {} : { phone }),
  };
}
