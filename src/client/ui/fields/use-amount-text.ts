import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { amountFaultTexts, amountTexts } from '#src/client/texts/amount-texts.ts';
import { formatMoney, formatAmount } from '#src/domain/money.ts';
import { mayBecomeAmount, readAmount } from '#src/domain/read-amount.ts';

interface AmountTextOptions {
  /** Id of the input. */
  id: string;
  amount: number;
  onAmount: (amount: number) => void;
  max: number;
  symbol: string;
  /** For an amount outside a form: whether its text cannot be read, in which case `amount` is 0. */
  onUnread?: (isUnread: boolean) => void;
}

/** Characters of a refused text that are quoted. */
const quoted = 30;

/**
 * State of an amount field. Typed digits are grouped at once; a text with other characters stays as typed and
 * is read as a whole, so that no key is dropped from an amount. While it cannot be read the amount is 0 and
 * its form is not sent. A pasted or dropped amount replaces the old one; any other text changes nothing.
 */
export function useAmountText({ id, amount, onAmount, max, symbol, onUnread }: AmountTextOptions) {
  const [typed, setTyped] = useState({ text: digitsOf(amount), amount });
  const [refusal, setRefusal] = useState('');
  const [isTyping, setTyping] = useState(false);
  const moveCaret = useCaret();
  if (typed.amount !== amount) {
    setTyped({ text: digitsOf(amount), amount });
    setRefusal('');
  }
  const read = readAmount(typed.text);
  const fault = read !== null && 'fault' in read ? read.fault : null;
  const isUnread = fault !== null;

  useHeldForm(id, isUnread, () => setTyping(false));
  useEffect(() => {
    onUnread?.(isUnread);
    return () => onUnread?.(false);
  }, [isUnread, onUnread]);

  function set(text: string, next: number): void {
    setTyped({ text, amount: next });
    if (next !== amount) onAmount(next);
  }

  function type({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const kind = 'inputType' in nativeEvent ? String(nativeEvent.inputType) : '';
    const edited = editedText(typed.text, symbol, target.value, kind);
    const said = readAmount(edited.text);
    const next = said !== null && 'amount' in said ? said.amount : 0;
    setTyping(true);
    setRefusal(next > max ? tooMuch() : '');
    if (next > max) return;
    moveCaret(target, caretOf(edited, symbol));
    set(edited.text, next);
  }

  function insert(event: { preventDefault: () => void }, data: DataTransfer): void {
    event.preventDefault();
    const text = data.getData('text').trim();
    const said = readAmount(text.replace(symbol, ''));
    const next = said !== null && 'amount' in said ? said.amount : 0;
    const why = said !== null && 'fault' in said ? amountFaultTexts[said.fault] : next > max ? tooMuch() : '';
    setRefusal(why === '' ? '' : amountTexts.notPasted(text.slice(0, quoted), why));
    if (why === '') set(digitsOf(next), next);
  }

  const tooMuch = (): string => amountTexts.tooMuch(formatMoney(max, symbol));

  const isBegun = isTyping && mayBecomeAmount(typed.text);
  return {
    shown: shownText(typed.text, symbol),
    error: refusal === '' && fault !== null && !isBegun ? amountFaultTexts[fault] : refusal,
    clear: () => {
      setRefusal('');
      set('', 0);
      // The button that was tapped is gone now.
      document.getElementById(id)?.focus();
    },
    handlers: {
      onChange: type,
      onPaste: (event: ClipboardEvent) => insert(event, event.clipboardData),
      onDrop: (event: DragEvent) => insert(event, event.dataTransfer),
      onBlur: () => {
        setTyping(false);
        if (!isUnread) setTyped({ text: digitsOf(amount), amount });
      },
    },
  };
}

/** Returns a function that places the caret after the next render, which regroups the digits. */
function useCaret() {
  const next = useRef<{ input: HTMLInputElement; place: number } | null>(null);
  useLayoutEffect(() => {
    if (next.current?.input === document.activeElement)
      next.current?.input.setSelectionRange(next.current.place, next.current.place);
    next.current = null;
  });
  return (input: HTMLInputElement, place: number): void => {
    next.current = { input, place };
  };
}

/** Keeps the field's form from being sent while its text cannot be read. */
function useHeldForm(id: string, isHeld: boolean, onHeld: () => void): void {
  useEffect(() => {
    const input = document.getElementById(id);
    const form = input?.closest('form');
    if (!isHeld || !form) return undefined;
    const hold = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      onHeld();
      input?.focus();
    };
    form.addEventListener('submit', hold);
    return () => form.removeEventListener('submit', hold);
  });
}

function digitsOf(amount: number): string {
  return amount === 0 ? '' : String(amount);
}

/**
 * Text of an amount as typed, without the currency symbol. `after`: number of its characters to the right of the
 * caret.
 */
interface EditedText {
  text: string;
  after: number;
}

/** Returns the field's contents: digits in groups, anything else as typed. */
function shownText(text: string, symbol: string): string {
  if (text === '') return '';
  return symbol + (isDigits(text) ? formatAmount(Number(text)) : text);
}

/** Returns the text after an edit that changed the field's contents to `next`. `inputType`: kind of the edit. */
function editedText(text: string, symbol: string, next: string, inputType: string): EditedText {
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
function caretOf({ text, after }: EditedText, symbol: string): number {
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
