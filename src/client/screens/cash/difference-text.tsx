import { amountText } from '#src/client/shared/amounts.ts';
import { tillTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';

/** Counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  if (difference === 0) return <Badge kind="paid">{texts.fits}</Badge>;
  return (
    <Badge kind="warning">
      {difference < 0 ? texts.short(amountText(-difference)) : texts.over(amountText(difference))}
    </Badge>
  );
}
