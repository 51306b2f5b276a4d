import { Delete, Lock } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { keypadTexts } from '#src/client/texts/ui-texts.ts';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { useAmountText } from './use-amount-text.ts';
import styles from './amount-field.module.css';

interface AmountFieldProps {
  label: string;
  labelHidden?: boolean;
  amount: number;
  onAmount: (amount: number) => void;
  onUnread?: (isUnread: boolean) => void;
  max: number;
  /** Precedes every amount: "$". */
  symbol: string;
  size?: 'small' | 'field' | 'tablet';
  disabled?: boolean;
  /** True with a pad beside the field, so that the tablet's own keyboard stays closed. */
  withPad?: boolean;
  clearable?: boolean;
  /** Border of the field that is being filled. */
  active?: boolean;
  /** Opens the keyboard at once; with a pad, the tablet's own stays closed. */
  takesFocus?: boolean;
  /** The field itself, for a page that focuses it later. */
  inputRef?: Ref<HTMLInputElement>;
  error?: string | undefined;
  /** Replaces the label, in the colour of a refusal: the amount would be refused and is not sent. */
  alarm?: ReactNode;
  /** One line under the amount. */
  note?: ReactNode;
  /** The amount in words, read out after the typing stops. */
  spoken?: string;
  /** Shown at the right of label and amount. */
  beside?: ReactNode;
  /** The amount as notes and coins, in a separate row below. */
  tray?: ReactNode;
}

export function AmountField(props: AmountFieldProps) {
  const { label, symbol, disabled = false, alarm, note } = props;
  const hasAlarm = alarm !== undefined && alarm !== false;
  const id = useId();
  const field = useAmountText({ id, ...props });
  const error = field.error === '' ? props.error : field.error;
  const frame = [
    styles.frame,
    props.active === true && styles.active,
    styles[props.size ?? 'field'],
    disabled && styles.disabled,
    (error !== undefined || hasAlarm) && styles.wrong,
  ];
  const isLabelHidden = props.labelHidden === true || hasAlarm;
  return (
    <div className={frame.filter(Boolean).join(' ')}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : `normal strong ${styles.label}`}>
        {label}
      </label>
      {hasAlarm && (
        <p className={`row normal strong wrong ${styles.alarm}`} aria-hidden>
          {alarm}
        </p>
      )}
      <div
        className={`row ${styles.line}`}
        style={lettersOf(field.shown === '' ? `${symbol}0` : field.shown)}
      >
        <input
          id={id}
          className={styles.input}
          ref={props.inputRef ?? (props.takesFocus === true ? focusOnMount : null)}
          value={field.shown}
          placeholder={`${symbol}0`}
          autoComplete="off"
          inputMode={props.withPad === true ? 'none' : 'numeric'}
          disabled={disabled}
          aria-invalid={error === undefined && !hasAlarm ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          {...field.handlers}
        />
        {props.clearable === true && field.shown !== '' && !disabled && (
          <button type="button" className={`link-button strong ${styles.clear}`} onClick={field.clear}>
            <Icon of={Delete} size={26} />
            <span>{keypadTexts.clear}</span>
          </button>
        )}
        {disabled && props.amount > 0 && <Icon of={Lock} size={28} className={`soft ${styles.lock}`} />}
      </div>
      {note !== undefined && (
        <p className={`soft normal ${styles.note}`} aria-hidden>
          {note}
        </p>
      )}
      {props.spoken !== undefined && <Spoken text={props.spoken} />}
      {props.beside !== undefined && <div className={styles.beside}>{props.beside}</div>}
      {props.tray}
      {error !== undefined && (
        <p id={`${id}-error`} className="strong wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
