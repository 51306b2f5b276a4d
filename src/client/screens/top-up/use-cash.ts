import { useState } from 'react';

type PaidWith = 'exact' | 'note' | 'other';

const notes = [10_000, 20_000, 50_000, 100_000];
/** Above the largest note, customers pay with several notes of this value. */
const severalOf = 50_000;

/**
 * Returns the next amount that customers hand over in notes when they have no change: 50,000 is paid with
 * 100,000.
 */
export function nextNote(amount: number): number {
  return notes.find((note) => note > amount) ?? (Math.floor(amount / severalOf) + 1) * severalOf;
}

/** Cash received and change. The amount counts as exact until the cashier enters another one. */
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
    /** Change for the customer; negative when the cash is too little. */
    change: received - amount,
  };
}
