import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { fieldTexts } from '#src/client/texts/field-texts.ts';
import { FieldFrame, useFieldIds } from './field-frame.tsx';

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'size'> {
  label: string;
  icon?: LucideIcon | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  trailing?: ReactNode;
  /** Only screen readers get the label, because a placeholder or a heading shows it. */
  labelHidden?: boolean;
}

export function Field({ label, icon, hint, error, trailing, labelHidden, id, ...input }: FieldProps) {
  const shownHint = roomText(input.value, input.maxLength) ?? hint;
  const ids = useFieldIds(id, shownHint, error);
  return (
    <FieldFrame
      {...{ ids, label, icon, error, trailing }}
      hint={shownHint}
      labelHidden={labelHidden === true}
      locked={input.disabled === true}
    >
      <input
        autoComplete="off"
        {...input}
        id={ids.control}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  );
}

const longField = 20;
const littleRoom = 10;

/**
 * Returns a warning when a text is almost at its maximum length, because further letters are silently
 * dropped.
 */
export function roomText(value: unknown, maxLength: number | undefined): string | undefined {
  if (typeof value !== 'string' || maxLength === undefined || maxLength < longField) return undefined;
  const left = maxLength - value.length;
  return left > littleRoom ? undefined : fieldTexts.room(left);
}
