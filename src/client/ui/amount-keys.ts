import type { PadKey } from './keypad.tsx';

/** The amount after a key of the pad; `max` keeps what is there when the key would pass it. */
export function amountAfterKey(amount: number, key: PadKey, max: number): number {
  if (key === 'delete') return Math.floor(amount / 10);
  const next = key === '000' ? amount * 1000 : amount * 10 + Number(key);
  return next > max ? amount : next;
}

/** The digits someone typed or pasted, as an amount. */
export function amountFromText(text: string, max: number): number {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return 0;
  return digits.length > String(max).length ? max : Math.min(Number(digits), max);
}
