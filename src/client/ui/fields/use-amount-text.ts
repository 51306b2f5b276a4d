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
import { formatMoney } from '#src/domain/money.ts';
import { mayBecomeAmount, readAmount } from '#src/domain/read-amount.ts';
import { caretOf, editedText, shownText } from './amount-text.ts';

interface AmountTextOptions {
  /** Id of the input. */
  id: string;
  amount: number;
  onAmount: (amount: number) => void;
  max: number;
  symbol: string;
}

/** Characters of a refused text that are quoted. */
const quoted = 30;

/**
 * State of an amount field. Typed digits are grouped at once; a text with other characters stays as typed and
 * is read as a whole, so that no key is dropped from an amount. While it cannot be read the amount is 0 and
 * its form is not sent. A pasted or dropped amount replaces the old one; any other text changes nothing.
 */
export function useAmountText({ id, amount, onAmount, max, symbol }: AmountTextOptions) {
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
