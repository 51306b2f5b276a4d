import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { amountText } from '#src/client/texts/written/amounts.ts';
import type { Pesos } from '#src/protocol/brands.ts';

/** For a list of facts: notes and coins, then the figure. */
export function DrawnAmount({ amount }: { amount: Pesos }) {
  return (
    <>
      <AmountNotes amount={amount} size="line" /> {amountText(amount)}
    </>
  );
}
