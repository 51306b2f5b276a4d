const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns the first 40 bits of a voucher's uuid in Crockford's base 32, "7K4M-2QXD", to type by hand. Two
 * vouchers may share one: a look-up that finds more than one must be refused.
 */
export function shortCodeOf(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '').slice(0, 10)}`);
  let code = '';
  for (let place = 0; place < 8; place += 1) {
    code = alphabet.charAt(Number(rest & 31n)) + code;
    rest >>= 5n;
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns the canonical form of a typed short code, or null. Accepts lower case, spaces, no dash, and O, I, L
 * as 0, 1, 1.
 */
export function readShortCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== 8 || code.split('').some((letter) => !alphabet.includes(letter))) return null;
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
