import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { keypadTexts as texts } from '#src/client/texts/ui-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './pad.module.css';

export const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const amountKeys = [...digits.slice(0, 9), '000', '0'];

/** Keys of a number, with "000" for an amount. */
export const keysOf = (purpose: 'amount' | 'number'): PadKey<string>[] =>
  (purpose === 'amount' ? amountKeys : digits).map((value) => ({ value, face: value }));

export interface PadKey<Value> {
  value: Value;
  face: ReactNode;
  /** Read out instead of the face. */
  name?: string;
  /** Under the face. */
  text?: string | undefined;
  /** Times that it is part of the amount. */
  count?: number;
}

interface PadProps<Value> {
  label?: string;
  keys: readonly PadKey<Value>[];
  onKey: (value: Value) => void;
  deleteLabel?: string;
  onDelete: () => void;
  disabled?: boolean;
  /** Fills the available height. */
  tall?: boolean;
}

/** The one pad of amounts, notes, counts and PINs: three columns, and the last key deletes. */
export function Pad<Value extends string | number>(props: PadProps<Value>) {
  const { label = texts.pad, keys, onKey, deleteLabel = texts.delete, onDelete } = props;
  const { disabled = false, tall = false } = props;
  return (
    <div className={tall ? `${styles.pad} ${styles.tall}` : styles.pad} role="group" aria-label={label}>
      {keys.map(({ value, face, name, text, count = 0 }) => (
        <button
          key={value}
          type="button"
          className={count > 0 ? `${styles.key} ${styles.down}` : styles.key}
          disabled={disabled}
          aria-label={name}
          onClick={() => onKey(value)}
        >
          {face}
          {text !== undefined && (
            <span className={`row-4 small whole ${styles.note}`}>
              {text}
              {count > 0 && <b>×{count}</b>}
            </span>
          )}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        disabled={disabled}
        aria-label={deleteLabel}
        onClick={onDelete}
      >
        <Icon of={Delete} size={36} />
      </button>
    </div>
  );
}

/** Returns the amount after a key of the pad. A key that would exceed `max` changes nothing. */
export function amountAfterKey(amount: number, key: string, max: number): number {
  const next = amount * 10 ** key.length + Number(key);
  return next > max ? amount : next;
}

export const withoutLastDigit = (amount: number): number => Math.floor(amount / 10);
