import type { PadKey } from './keypad.tsx';

/** The amount after a key of the pad; `max` keeps what is there when the key would pass it. */
export function amountAfterKey(amount: number, key: PadKey, max: number): number {
  if (key === 'delete') return Math.floor(amount / 10);
  const next = key === '000' ? amount * 1000 : amount * 10 + Number(key);
  return next > max ? amount : next;
}
