import { amountText } from '#src/client/shared/amounts.ts';
import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import type { DifferenceAnswer } from '#src/contract/cash/till-hand-over.ts';

/**
 * Returns the cash that the market keeps from the count, in the smallest unit shown. A surplus goes back to a
 * point that answers for it.
 */
export function bankedOf(counted: number, expected: number, answer: DifferenceAnswer | null): number {
  return answer === 'POINT' ? Math.min(counted, expected) : counted;
}

/**
 * Returns the consequence of a count as one sentence. `difference` is counted less expected, in the smallest
 * unit shown; `name` is the point's.
 */
export function consequenceOf(name: string, difference: number, answer: DifferenceAnswer | null): string {
  const amount = amountText(Math.abs(difference));
  if (difference === 0) return texts.fits;
  if (answer === null) return texts.choose;
  if (answer === 'OPEN') return texts.stays(amount);
  if (answer === 'POINT') return difference < 0 ? texts.owes(name, amount) : texts.givenBack(name, amount);
  return difference < 0 ? texts.marketLoses(amount) : texts.marketKeeps(amount);
}
