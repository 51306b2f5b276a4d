import { CircleAlert, Lock, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './field.module.css';

interface FieldIds {
  control: string;
  hint: string;
  error: string;
  describedBy: string | undefined;
}

export function useFieldIds(given: string | undefined, hint: ReactNode, error: string | undefined): FieldIds {
  const made = useId();
  const control = given ?? made;
  const hinted = hint === undefined ? undefined : `${control}-hint`;
  return {
    control,
    hint: `${control}-hint`,
    error: `${control}-error`,
    describedBy: error === undefined ? hinted : `${control}-error`,
  };
}

interface FieldFrameProps {
  ids: FieldIds;
  label: string;
  labelHidden?: boolean;
  icon?: LucideIcon | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  locked?: boolean;
  trailing?: ReactNode;
  children: ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { ids, label, labelHidden, hint, error, locked, trailing, children } = props;
  const icon = locked === true ? Lock : props.icon;
  const box = [styles.box, error !== undefined && styles.wrong, locked === true && styles.locked];
  return (
    <div className={`stack-8 ${styles.field}`}>
      <label
        htmlFor={ids.control}
        className={labelHidden === true ? 'visually-hidden' : `small strong ${styles.label}`}
      >
        {label}
      </label>
      <div className={box.filter(Boolean).join(' ')}>
        {icon !== undefined && <Icon of={icon} className={styles.icon} />}
        {children}
        {trailing}
      </div>
      {hint !== undefined && error === undefined && (
        <p id={ids.hint} className="soft small">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={ids.error} className={`row small ${styles.error}`}>
          <Icon of={CircleAlert} size={20} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
