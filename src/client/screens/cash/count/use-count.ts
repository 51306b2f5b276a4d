import { useState } from 'react';
import type { PadFace } from '#src/client/money/notes/amount-pad.tsx';
import { maxTyped } from '#src/client/texts/written/amounts.ts';
import { amountAfterKey, withoutLastDigit } from '#src/client/ui/fields/pad.tsx';
import { type Denomination, denominations } from '#src/client/ui/notes/denominations.ts';

/** Limit of the wire for the pieces of one value. */
export const maxCount = 99_999;

/**
 * Cash while it is counted: notes, coins and the amount weighed, or a single figure; then compared with the books.
 * Amounts in the smallest unit shown.
 */
export function useCount() {
  const [face, setFace] = useState<PadFace>('notes');
  const [figure, setFigure] = useState(0);
  const [counts, setCounts] = useState<ReadonlyMap<Denomination, number>>(new Map());
  const [taps, setTaps] = useState<readonly Denomination[]>([]);
  const [loose, setLoose] = useState(0);
  const [isUnread, setUnread] = useState(false);
  const [isCompared, setCompared] = useState(false);
  const countOf = (value: Denomination): number => counts.get(value) ?? 0;
  // Two taps before the next render count two notes: each change is computed from the latest state.
  const change = (value: Denomination, to: (before: number) => number): void =>
    setCounts((before) =>
      new Map(before).set(value, Math.min(Math.max(0, to(before.get(value) ?? 0)), maxCount)),
    );
  const heaps = denominations.flatMap((value) =>
    countOf(value) > 0 ? [{ value, count: countOf(value) }] : [],
  );
  const inPieces = heaps.reduce((sum, { value, count }) => sum + value * count, loose);
  return {
    face,
    setFace,
    amount: face === 'notes' ? inPieces : figure,
    /** Pieces that make up the amount; empty when a single figure was typed. */
    pieces: face === 'notes' ? heaps : [],
    /** One heap for each value, largest first; empty heaps are left out. */
    heaps,
    countOf,
    setCount: (value: Denomination, count: number) => change(value, () => count),
    add: (value: Denomination) => {
      change(value, (before) => before + 1);
      setTaps((before) => [...before, value]);
    },
    takeLast: () => {
      const last = [...taps].reverse().find((value) => countOf(value) > 0) ?? heaps.at(-1)?.value;
      if (last === undefined) return;
      change(last, (before) => before - 1);
      setTaps(taps.slice(0, Math.max(0, taps.lastIndexOf(last))));
    },
    loose,
    setLoose,
    setTyped: setFigure,
    press: (key: string) => setFigure(amountAfterKey(figure, key, maxTyped)),
    erase: () => setFigure(withoutLastDigit(figure)),
    /** An amount cannot be read: nothing is compared and nothing follows from the count. */
    isUnread,
    setUnread,
    isCompared: isCompared && !isUnread,
    setCompared,
  };
}

export type Count = ReturnType<typeof useCount>;
