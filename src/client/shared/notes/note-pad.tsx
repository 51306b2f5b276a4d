import { Delete } from 'lucide-react';
import { amountText } from '#src/client/shared/amounts.ts';
import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import type { TappedNotes } from './use-amount-entry.ts';
import styles from './note-pad.module.css';

interface NotePadProps {
  notes: TappedNotes;
  disabled?: boolean;
  /** Fills the available height, like the keys that it replaces. */
  tall?: boolean;
  /** Only drawings, for the mode without text. */
  isBare?: boolean;
}

const ascending = [...denominations].sort((one, other) => one - other);

/** The pad's other face: a tap adds one note or coin, the last key removes the latest. */
export function NotePad({ notes, disabled = false, tall = false, isBare = false }: NotePadProps) {
  return (
    <div
      className={tall ? `${styles.pad} ${styles.tall}` : styles.pad}
      role="group"
      aria-label={texts.pad}
      data-pad="notes"
    >
      {ascending.map((value) => {
        const count = notes.heaps.find((heap) => heap.value === value)?.count ?? 0;
        return (
          <button
            key={value}
            type="button"
            className={count > 0 ? `${styles.key} ${styles.down}` : styles.key}
            disabled={disabled}
            aria-label={texts.add(value)}
            onClick={() => notes.add(value)}
          >
            <Piece value={value} />
            {!isBare && (
              <span className={styles.name}>
                {amountText(value)}
                {count > 0 && <b>×{count}</b>}
              </span>
            )}
          </button>
        );
      })}
      <button
        type="button"
        className={styles.key}
        disabled={disabled}
        aria-label={texts.takeLast}
        onClick={notes.takeLast}
      >
        <Icon of={Delete} size={36} />
      </button>
    </div>
  );
}
