import { Banknote } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { notesTexts as texts } from '#src/client/texts/notes-texts.ts';
import { amountText, maxTyped } from '#src/client/texts/written/amounts.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { amountAfterKey, keysOf, Pad, withoutLastDigit } from '#src/client/ui/fields/pad.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { type Denomination, denominations, type Heap } from '#src/client/ui/notes/denominations.ts';
import { Piece, Pieces } from '#src/client/ui/notes/piece.tsx';
import {
  heapsOnTray,
  sumOf,
  type Tapped,
  trayOf,
  without,
  withoutLast,
} from '#src/client/ui/notes/tapped.ts';
import { AmountNotes } from './amount-notes.tsx';
import styles from './amount-pad.module.css';

export type PadFace = 'figures' | 'notes';

const empty: Tapped = { base: 0, taps: [] };

/**
 * An amount by the keys of a pad: the face that this device used last, and the notes and coins tapped on it. Any other
 * change of the amount clears them. The next key or tap replaces a selected amount.
 */
export function useTypedAmount(amount: number, onAmount: (amount: number) => void, isSelected = false) {
  const [face, setFace] = useState<PadFace>(() => (readChoice('pad') === 'notes' ? 'notes' : 'figures'));
  const [kept, setKept] = useState<Tapped>({ base: amount, taps: [] });
  /** Number of times that the pad cleared the field. */
  const [clears, setClears] = useState(0);
  const tapped = isSelected ? empty : trayOf(kept, amount);

  function change(next: Tapped): void {
    if (sumOf(next) > maxTyped) return;
    setKept(next);
    onAmount(sumOf(next));
  }

  return {
    face,
    setFace: (next: PadFace) => {
      setFace(next);
      keepChoice('pad', next);
    },
    press: (key: string) => onAmount(amountAfterKey(isSelected ? 0 : amount, key, maxTyped)),
    clears,
    erase: () => {
      // A text that cannot be read is an amount of 0, which does not change.
      if (amount === 0) setClears(clears + 1);
      onAmount(isSelected ? 0 : withoutLastDigit(amount));
    },
    heaps: heapsOnTray(tapped),
    add: (value: Denomination) => change({ ...tapped, taps: [...tapped.taps, value] }),
    take: (value: Denomination) => change(without(tapped, value)),
    takeLast: () => change(withoutLast(tapped)),
  };
}

export type TypedAmountState = ReturnType<typeof useTypedAmount>;

interface AmountPadProps {
  entry: Pick<TypedAmountState, 'face' | 'press' | 'erase' | 'heaps' | 'add' | 'takeLast'>;
  disabled?: boolean;
  tall?: boolean;
}

const ascending = [...denominations].sort((one, other) => one - other);

/** The chosen face of the pad: figures, or notes and coins, of which a tap adds one and the last key removes the latest. */
export function AmountPad({ entry, ...pad }: AmountPadProps) {
  if (entry.face === 'figures')
    return <Pad keys={keysOf('amount')} onKey={entry.press} onDelete={entry.erase} {...pad} />;
  return (
    <Pad
      label={texts.pad}
      keys={ascending.map((value) => ({
        value,
        name: texts.add(value),
        face: <Piece value={value} />,
        text: amountText(value),
        count: entry.heaps.find((heap) => heap.value === value)?.count ?? 0,
      }))}
      onKey={entry.add}
      deleteLabel={texts.takeLast}
      onDelete={entry.takeLast}
      {...pad}
    />
  );
}

interface TypedAmountProps extends Omit<ComponentProps<typeof AmountField>, 'symbol' | 'max' | 'tray'> {
  entry: TypedAmountState;
  /** Follows the switch of the pad's faces. */
  more?: ReactNode;
}

/** The amount as a figure and in notes and coins: the fewest pieces, or those that were tapped. */
export function TypedAmount({ entry, more, disabled = false, ...field }: TypedAmountProps) {
  return (
    <AmountField
      key={entry.clears}
      symbol={currencySymbol()}
      max={maxTyped}
      disabled={disabled}
      beside={
        disabled ? undefined : (
          <div className={`cluster ${styles.beside}`}>
            <PadSwitch {...entry} />
            {more}
          </div>
        )
      }
      tray={
        entry.face === 'notes' ? (
          <NoteTray heaps={entry.heaps} onTap={entry.take} disabled={disabled} />
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
    <div className={`row-4 ${styles.switch}`} role="group" aria-label={texts.faces}>
      {(['figures', 'notes'] as const).map((own) => (
        <button
          key={own}
          type="button"
          className="chip small strong"
          aria-pressed={face === own}
          aria-label={texts[own]}
          onClick={() => setFace(own)}
        >
          {own === 'notes' && <Icon of={Banknote} />}
          <span>{own === 'notes' ? texts.notes : '1 2 3'}</span>
        </button>
      ))}
    </div>
  );
}
