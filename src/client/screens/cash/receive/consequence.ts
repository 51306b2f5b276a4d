import { receiveTexts as texts } from '#src/client/texts/cash/receive-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { type Answerer, answerers } from '#src/contract/cash/till.ts';

/** Answer for a difference. STAYS: the missing cash is still in the till. */
export type DifferenceAnswer = Answerer | 'STAYS';

/** A count and the books' figure, smallest unit shown. */
export type Counted = { counted: number; expected: number };

/** Returns the answers that move cash. A till that is empty, or a count of nothing, concerns the market alone. */
export function answersFor({ counted, expected }: Counted): readonly DifferenceAnswer[] {
  if (counted === 0 || expected === 0) return ['MARKET'];
  return counted < expected ? ['STAYS', ...answerers] : answerers;
}

/** An answer is for one difference: another count, or a top-up meanwhile, asks again. */
export type ChosenAnswer = { answer: DifferenceAnswer; difference: number };

/** Returns null while the difference has no answer. */
export function answerTo(counted: Counted, chosen: ChosenAnswer | null): DifferenceAnswer | null {
  if (chosen?.difference !== counted.counted - counted.expected) return null;
  return answersFor(counted).includes(chosen.answer) ? chosen.answer : null;
}

/** Returns the cash that the market keeps. A surplus goes back to a point that answers for it. */
export function bankedOf({ counted, expected }: Counted, answer: DifferenceAnswer | null): number {
  return answer === 'POINT' ? Math.min(counted, expected) : counted;
}

/** Returns the consequence of a count as one sentence. `name` is the point's. */
export function consequenceOf(
  name: string,
  { counted, expected }: Counted,
  answer: DifferenceAnswer | null,
): string {
  const difference = counted - expected;
  const amount = amountText(Math.abs(difference));
  if (difference === 0) return texts.fits;
  if (answer === null) return texts.choose;
  if (answer === 'STAYS') return texts.stays(name, amount);
  if (answer === 'POINT') return difference < 0 ? texts.owes(name, amount) : texts.givenBack(name, amount);
  return difference < 0 ? texts.marketLoses(amount) : texts.marketKeeps(amount);
}
