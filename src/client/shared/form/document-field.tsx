import type { ChangeEvent, ComponentProps } from 'react';
import { documentTexts as texts } from '#src/client/texts/document-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { documentTypes, type DocumentType } from '#src/domain/identification.ts';
import styles from './document-field.module.css';

interface DocumentFieldProps extends ComponentProps<typeof Field> {
  type: DocumentType;
  onType: (event: ChangeEvent<HTMLSelectElement>) => void;
  typeName?: string;
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
