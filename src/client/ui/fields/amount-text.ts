import { formatAmount } from '#src/domain/money.ts';

/**
 * Text of an amount as typed, without the currency symbol. `after`: number of its characters to the right of the
 * caret.
 */
interface EditedText {
  text: string;
  after: number;
}

/** Returns the field's contents: digits in groups, anything else as typed. */
export function shownText(text: string, symbol: string): string {
  if (text === '') return '';
  return symbol + (isDigits(text) ? formatAmount(Number(text)) : text);
}

/** Returns the text after an edit that changed the field's contents to `next`. `inputType`: kind of the edit. */
export function editedText(text: string, symbol: string, next: string, inputType: string): EditedText {
  const shown = shownText(text, symbol);
  const most = Math.min(shown.length, next.length);
  let before = 0;
  while (before < most && shown[before] === next[before]) before += 1;
  let after = 0;
  while (after < most - before && shown.at(-1 - after) === next.at(-1 - after)) after += 1;
  const typed = next.slice(before, next.length - after);
  const [left, right] = [next.slice(0, before), next.slice(next.length - after)];
  if (!isDigits(text)) return { text: withoutSymbol(next, symbol), after: right.length };
  const [head, tail] = [onlyDigits(left), onlyDigits(right)];
  const whole = head + (head === '' ? withoutSymbol(typed, symbol) : typed) + tail;
  // Only a comma was deleted, which belongs to no digit: the digit beside it goes.
  if (whole === text && inputType === 'deleteContentBackward')
    return { text: head.slice(0, -1) + tail, after: tail.length };
  if (whole === text && inputType === 'deleteContentForward')
    return { text: head + tail.slice(1), after: tail.length - 1 };
  return { text: isDigits(whole) ? whole.replace(/^0+/, '') : whole, after: tail.length };
}

/** Returns the caret's position in the field, with `after` characters of the text to its right. */
export function caretOf({ text, after }: EditedText, symbol: string): number {
  const shown = shownText(text, symbol);
  let place = shown.length;
  for (let left = after; left > 0 && place > 0; place -= 1)
    if (!isDigits(text) || shown[place - 1] !== ',') left -= 1;
  return place;
}

function isDigits(text: string): boolean {
  return /^\d*$/.test(text);
}

function onlyDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function withoutSymbol(text: string, symbol: string): string {
  return text.startsWith(symbol) ? text.slice(symbol.length) : text;
}
