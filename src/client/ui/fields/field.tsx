import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { FieldFrame, useFieldIds } from './field-frame.tsx';

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'size'> {
  label: string;
  icon?: LucideIcon | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  trailing?: ReactNode;
  /** The label is for screen readers alone; a placeholder or a heading shows it. */
  labelHidden?: boolean;
}

export function Field({ label, icon, hint, error, trailing, labelHidden, id, ...input }: FieldProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldFrame
      {...{ ids, label, icon, hint, error, trailing }}
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
