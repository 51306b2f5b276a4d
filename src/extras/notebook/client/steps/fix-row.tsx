import { useState } from 'react';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { bringInTexts as texts, fieldName } from '#src/extras/notebook/texts/sheets-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { fieldsOf, type ColumnField } from '#src/extras/notebook/domain/columns.ts';
import type { Values } from '#src/extras/notebook/domain/read-lines.ts';
import { faultText } from '#src/extras/notebook/client/fault-text.ts';
import type { ShownRow } from '#src/extras/notebook/client/use-sheet.ts';
import styles from './steps.module.css';

interface FixRowProps {
  kind: SheetKind;
  row: ShownRow;
  words: readonly string[];
  onClose: () => void;
  onSave: (values: Values) => void;
  onLeaveOut: () => void;
}

/** corregir: every cell of one row, each fault at its own. The file stays as it is. */
export function FixRow({ kind, row, words, onClose, onSave, onLeaveOut }: FixRowProps) {
  const [values, setValues] = useState<Values>(row.values);
  const errorOf = (field: ColumnField): string | undefined => {
    const fault = row.faults.find((one) => one.field === field);
    // What was written over is judged again when it is saved.
    return fault && values[field] === row.values[field] ? faultText(kind, fault) : undefined;
  };
  return (
    <ConfirmDialog
      title={texts.fixTitle(row.row)}
      yes={texts.fixSave}
      onNo={onClose}
      onYes={() => onSave(values)}
    >
      {row.faults.length === 0 && words.length > 0 && <Notice kind="refused">{words.join(' ')}</Notice>}
      <div className={styles.fixFields}>
        {fieldsOf[kind].map((field) => (
          <Field
            key={field}
            label={fieldName(kind, field)}
            value={values[field] ?? ''}
            error={errorOf(field)}
            inputMode={
              field === 'phone' ? 'tel' : field === 'amount' || field === 'price' ? 'decimal' : 'text'
            }
            onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          />
        ))}
        <Button variant="text" onClick={onLeaveOut}>
          {texts.leaveOut}
        </Button>
      </div>
    </ConfirmDialog>
  );
}
