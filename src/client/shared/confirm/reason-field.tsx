import { Field } from '#src/client/ui/field.tsx';
import { maxLength } from '#src/contract/limits.ts';

interface ReasonFieldProps {
  label: string;
  hint: string;
  reason: string;
  onReason: (reason: string) => void;
  /** It has the focus when its dialog opens. */
  first?: boolean;
}

/** A sentence that is kept with what was decided. */
export function ReasonField({ label, hint, reason, onReason, first = false }: ReasonFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      maxLength={maxLength.reason}
      value={reason}
      onChange={(event) => onReason(event.target.value)}
      {...(first ? { 'data-safe': true } : {})}
    />
  );
}
