import { useState } from 'react';

type PaidWith = 'exact' | 'note' | 'other';

const notes = [10_000, 20_000, 50_000, 100_000];
/** Above the largest note people pay with several of this one. */
const severalOf = 50_000;

/** The next sum that people hand over in notes when they have no change: 50,000 is paid with 100,000. */
export function nextNote(amount: number): number {
  return notes.find((note) => note > amount) ?? (Math.floor(amount / severalOf) + 1) * severalOf;
}

/** What the customer hands over, and what goes back; exact until somebody says otherwise. */
export function useCash(amount: number) {
  const [paidWith, setPaidWith] = useState<PaidWith>('exact');
  const [typed, setTyped] = useState(0);
  const note = nextNote(amount);
  const received = { exact: amount, note, other: typed }[paidWith];

  function payWith(way: PaidWith): void {
    setPaidWith(way);
    setTyped(0);
  }

  return {
    paidWith,
    payWith,
    note,
    typed,
    setTyped,
    /** what goes back; below 0 it does not suffice */
    change: received - amount,
  };
}
