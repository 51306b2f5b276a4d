import { amountText } from '#src/client/shared/amounts.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { AmountNotes } from './amount-notes.tsx';

/** For a list of facts: notes and coins, then the figure. */
export function DrawnAmount({ amount }: { amount: Pesos }) {
  return (
    <>
      <AmountNotes amount={amount} size="line" /> {amountText(amount)}
    </>
  );
}
