import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  /** Reason why it cannot be chosen; an option with a note is disabled. */
  note?: string;
}

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className' | 'size'> {
  label: string;
  options: readonly SelectOption[];
  placeholder?: string;
  icon?: LucideIcon;
  hint?: string;
  error?: string | undefined;
  labelHidden?: boolean;
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, placeholder, icon, hint, error, labelHidden, id, ...select } = props;
  const ids = useFieldIds(id, hint, error);
  return (
    <FieldFrame
      {...{ ids, label, icon, hint, error }}
      labelHidden={labelHidden === true}
      locked={select.disabled === true}
    >
      <select
        {...select}
        id={ids.control}
        className={select.value === '' ? `${styles.select} soft` : styles.select}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={ids.describedBy}
      >
        {placeholder !== undefined && (
          <option value="" hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.note !== undefined}
            data-note={option.note}
          >
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className={styles.chevron} />
    </FieldFrame>
  );
}
