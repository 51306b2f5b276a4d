import { useState } from 'react';
import type { PadFace } from '#src/client/money/notes/use-typed-amount.ts';
import { type Denomination, denominations, type Heap } from '#src/client/ui/notes/denominations.ts';
import type { CountedPieces } from '#src/contract/cash/till.ts';

/**
 * Cash while it is counted: notes, coins and the amount weighed, or a single figure. Amounts in the smallest
 * unit shown.
 */
export type Count = {
  face: PadFace;
  setFace: (face: PadFace) => void;
  amount: number;
  /** Pieces that make up the amount; empty when a single figure was typed. */
  pieces: CountedPieces[];
  /** One heap for each value, largest first; empty heaps are left out. */
  heaps: Heap[];
  countOf: (value: Denomination) => number;
  setCount: (value: Denomination, count: number) => void;
  add: (value: Denomination) => void;
  takeLast: () => void;
  loose: number;
  setLoose: (loose: number) => void;
  setTyped: (typed: number) => void;
};

/** Limit of the wire for the pieces of one value. */
export const maxCount = 99_999;

export function useCount(): Count {
  const [face, setFace] = useState<PadFace>('notes');
  const [figure, setFigure] = useState(0);
  const [counts, setCounts] = useState<ReadonlyMap<Denomination, number>>(new Map());
  const [taps, setTaps] = useState<readonly Denomination[]>([]);
  const [loose, setLoose] = useState(0);
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
    pieces: face === 'notes' ? heaps : [],
    heaps,
    countOf,
    setCount: (value, count) => change(value, () => count),
    add: (value) => {
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
  };
}
