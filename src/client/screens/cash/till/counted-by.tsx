import { amountText } from '#src/client/shared/amounts.ts';
import { tillTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { type TillCount, worthOf } from '#src/contract/cash/till.ts';

/** "3 × $50,000 · 2 × $2,000 · monedas $700" */
export function CountedBy({ count: { counted, pieces } }: { count: TillCount }) {
  if (pieces.length === 0) return null;
  const rest = counted - worthOf(pieces);
  const parts = pieces.map(({ value, count }) => texts.piece(count, amountText(value)));
  return [...parts, ...(rest > 0 ? [texts.otherCoins(amountText(rest))] : [])].join(' · ');
}
