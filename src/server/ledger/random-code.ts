import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `length` random characters that cannot be misread (Crockford's base 32). 5 bits each. */
export function randomCode(length: number): string {
  return [...randomBytes(length)].map((byte) => alphabet.charAt(byte & 31)).join('');
}

const marketAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A market's code: six letters and digits without 0, 1, I and O. */
export function randomMarketCode(): string {
  return [...randomBytes(6)].map((byte) => marketAlphabet.charAt(byte & 31)).join('');
}
