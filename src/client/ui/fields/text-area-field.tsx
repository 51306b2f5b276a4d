import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import { roomText } from './field.tsx';

interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A multi-line text field. */
export function TextAreaField({ label, hint, error, id, rows = 3, ...area }: TextAreaFieldProps) {
  const shownHint = roomText(area.value, area.maxLength) ?? hint;
  const ids = useFieldIds(id, shownHint, error);
  return (
    <FieldFrame {...{ ids, label, error }} hint={shownHint} locked={area.disabled === true}>
      <textarea
        rows={rows}
        {...area}
        id={ids.control}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  );
}
