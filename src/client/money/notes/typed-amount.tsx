import { Banknote } from 'lucide-react';
import { type ComponentProps, type ReactNode } from 'react';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { maxTyped } from '#src/client/texts/written/amounts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Denomination, Heap } from '#src/client/ui/notes/denominations.ts';
import { Pieces } from '#src/client/ui/notes/pieces.tsx';
import { AmountNotes } from './amount-notes.tsx';
import type { TypedAmountState, PadFace } from './use-typed-amount.ts';
import styles from './typed-amount.module.css';

interface TypedAmountProps extends Omit<ComponentProps<typeof AmountField>, 'symbol' | 'max' | 'tray'> {
  entry: TypedAmountState;
  /** Follows the switch of the pad's faces. */
  more?: ReactNode;
}

/** The amount as a figure and in notes and coins: the fewest pieces, or those that were tapped. */
export function TypedAmount({ entry, more, disabled = false, ...field }: TypedAmountProps) {
  return (
    <AmountField
      symbol={currencySymbol()}
      max={maxTyped}
      disabled={disabled}
      beside={
        disabled ? undefined : (
          <div className={styles.beside}>
            <PadSwitch {...entry} />
            {more}
          </div>
        )
      }
      tray={
        entry.face === 'notes' ? (
          <NoteTray heaps={entry.notes.heaps} onTap={entry.notes.take} disabled={disabled} />
        ) : (
          <div className={styles.drawn}>
            <AmountNotes amount={field.amount} size="line" />
          </div>
        )
      }
      {...field}
    />
  );
}

interface NoteTrayProps {
  heaps: readonly Heap[];
  onTap: (value: Denomination) => void;
  /** The act of a tap: removing one by default. */
  nameOf?: (value: Denomination, count: number) => string;
  disabled?: boolean;
}

/** Notes and coins added so far. */
export function NoteTray({ heaps, onTap, nameOf = texts.take, disabled = false }: NoteTrayProps) {
  return (
    <div className={styles.tray} role="group" aria-label={texts.tray}>
      {heaps.map((heap) => (
        <button
          key={heap.value}
          type="button"
          disabled={disabled}
          aria-label={nameOf(heap.value, heap.count)}
          onClick={() => onTap(heap.value)}
        >
          <Pieces {...heap} />
        </button>
      ))}
    </div>
  );
}

/** Switches the pad between figures and notes. */
export function PadSwitch({ face, setFace }: { face: PadFace; setFace: (face: PadFace) => void }) {
  return (
    <div className={styles.switch} role="group" aria-label={texts.faces}>
      <button
        type="button"
        aria-pressed={face === 'figures'}
        aria-label={texts.figures}
        onClick={() => setFace('figures')}
      >
        1 2 3
      </button>
      <button
        type="button"
        aria-pressed={face === 'notes'}
        aria-label={texts.notes}
        onClick={() => setFace('notes')}
      >
        <Icon of={Banknote} />
        <span>{texts.notes}</span>
      </button>
    </div>
  );
}
