import { Delete } from 'lucide-react';
import { keypadTexts } from '#src/client/texts/ui-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './keypad.module.css';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '000', '0', 'delete'] as const;
export type PadKey = (typeof keys)[number];

interface KeypadProps {
  onKey: (key: PadKey) => void;
  disabled?: boolean;
  /** Fills the available height, for the tablet's sale screen. */
  tall?: boolean;
}

export function Keypad({ onKey, disabled = false, tall = false }: KeypadProps) {
  return (
    <div
      className={tall ? `${styles.pad} ${styles.tall}` : styles.pad}
      role="group"
      aria-label={keypadTexts.pad}
    >
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.key}
          disabled={disabled}
          aria-label={key === 'delete' ? keypadTexts.delete : undefined}
          onClick={() => onKey(key)}
        >
          {key === 'delete' ? <Icon of={Delete} size={40} /> : key}
        </button>
      ))}
    </div>
  );
}

/** Returns the amount after a key of the pad. A key that would exceed `max` changes nothing. */
export function amountAfterKey(amount: number, key: PadKey, max: number): number {
  if (key === 'delete') return Math.floor(amount / 10);
  const next = key === '000' ? amount * 1000 : amount * 10 + Number(key);
  return next > max ? amount : next;
}
