import { useState } from 'react';
import { keepChoice, readChoice } from '#src/client/device/kept-choice.ts';
import { maxTyped } from '#src/client/texts/written/amounts.ts';
import { amountAfterKey, withoutLastDigit } from '#src/client/ui/fields/pad.tsx';
import type { Denomination } from '#src/client/ui/notes/denominations.ts';
import {
  heapsOnTray,
  sumOf,
  type Tapped,
  trayOf,
  without,
  withoutLast,
} from '#src/client/ui/notes/tapped.ts';

export type PadFace = 'figures' | 'notes';

const empty: Tapped = { base: 0, taps: [] };

/** An amount composed of notes and coins. Any other change of the amount clears them, and a tap replaces a selected one. */
export function useTappedNotes(amount: number, onAmount: (amount: number) => void, isSelected = false) {
  const [kept, setKept] = useState<Tapped>({ base: amount, taps: [] });
  const tapped = isSelected ? empty : trayOf(kept, amount);

  function change(next: Tapped): void {
    if (sumOf(next) > maxTyped) return;
    setKept(next);
    onAmount(sumOf(next));
  }

  return {
    heaps: heapsOnTray(tapped),
    add: (value: Denomination) => change({ ...tapped, taps: [...tapped.taps, value] }),
    take: (value: Denomination) => change(without(tapped, value)),
    takeLast: () => change(withoutLast(tapped)),
  };
}

export type TappedNotes = ReturnType<typeof useTappedNotes>;

/**
 * State of the amount entry: the pad's face that this device used last, and the notes tapped on it. The next key
 * replaces a selected amount.
 */
export function useTypedAmount(amount: number, onAmount: (amount: number) => void, isSelected = false) {
  const [face, setFace] = useState<PadFace>(() => (readChoice('pad') === 'notes' ? 'notes' : 'figures'));
  const notes = useTappedNotes(amount, onAmount, isSelected);
  return {
    face,
    notes,
    press: (key: string) => onAmount(amountAfterKey(isSelected ? 0 : amount, key, maxTyped)),
    erase: () => onAmount(isSelected ? 0 : withoutLastDigit(amount)),
    setFace: (next: PadFace) => {
      setFace(next);
      keepChoice('pad', next);
    },
  };
}

export type TypedAmountState = ReturnType<typeof useTypedAmount>;
