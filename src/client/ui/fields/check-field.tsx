import { useId } from 'react';
import styles from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  hint?: string;
  checked: boolean;
  /** It must be ticked, and is not. */
  isWrong?: boolean;
  onChecked: (checked: boolean) => void;
}

/** A yes-or-no choice with its explanation. */
export function CheckField({ label, hint, checked, isWrong = false, onChecked }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={`soft small ${styles.hint}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
