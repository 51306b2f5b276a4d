import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { documentTexts as texts } from '#src/client/texts/document-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import {
  documentTypes,
  type DocumentType,
  readDocumentType,
  writeIdentification,
} from '#src/domain/identification.ts';
import styles from './document-field.module.css';

interface DocumentFieldProps extends ComponentProps<typeof Field> {
  type: DocumentType;
  onType: (event: ChangeEvent<HTMLSelectElement>) => void;
  typeName?: string;
}

/** State of a document that is read from a card. `text`: the wire's, empty until a number is typed. */
export function useShownDocument() {
  const [type, setType] = useState<DocumentType>('CC');
  const [value, setValue] = useState('');
  return {
    text: writeIdentification(type, value),
    field: {
      type,
      value,
      onType: (event: ChangeEvent<HTMLSelectElement>) => setType(readDocumentType(event.target.value)),
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    },
  };
}

const options = documentTypes.map((value) => ({ value, label: texts.types[value] }));

/** Number and type of a person's document, which together form the wire's `identificacion`. */
export function DocumentField({ type, onType, typeName, ...number }: DocumentFieldProps) {
  return (
    <div className={styles.document}>
      <SelectField
        label={texts.type}
        options={options}
        value={type}
        disabled={number.disabled}
        name={typeName}
        onChange={onType}
      />
      <Field
        inputMode={type === 'PA' ? 'text' : 'numeric'}
        maxLength={maxLength.identificacion}
        {...number}
      />
    </div>
  );
}
