import { type ComponentProps, useState } from 'react';
import { documentTexts as texts } from '#src/client/texts/document-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import {
  documentTypes,
  type DocumentType,
  readDocumentType,
  splitIdentification,
  writeIdentification,
} from '#src/domain/identification.ts';

interface DocumentFieldProps extends Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> {
  /** The wire's `identificacion`; empty until a number is typed. */
  value: string;
  onValue: (identificacion: string) => void;
}

const options = documentTypes.map((value) => ({ value, label: texts.types[value] }));

/** Number and type of a person's document, which together form the wire's `identificacion`. */
export function DocumentField({ value, onValue, ...number }: DocumentFieldProps) {
  const [typed, setTyped] = useState(() => splitOf(value));
  // The form was filled in or emptied elsewhere.
  if (typed.value !== value) setTyped(splitOf(value));
  function write(type: DocumentType, digits: string): void {
    const written = writeIdentification(type, digits);
    setTyped({ type, number: digits, value: written });
    onValue(written);
  }
  return (
    <div className="grid-10">
      <SelectField
        label={texts.type}
        options={options}
        value={typed.type}
        disabled={number.disabled}
        onChange={(event) => write(readDocumentType(event.target.value), typed.number)}
      />
      <Field
        inputMode={typed.type === 'PA' ? 'text' : 'numeric'}
        maxLength={maxLength.identificacion}
        {...number}
        value={typed.number}
        onChange={(event) => write(typed.type, event.target.value)}
      />
    </div>
  );
}

function splitOf(value: string) {
  return value === '' ? { type: 'CC' as const, number: '', value } : { ...splitIdentification(value), value };
}
