/** Reason why a text is no amount in whole pesos. */
export type AmountFault = 'negative' | 'cents' | 'scientific' | 'unreadable';

/** A text read as pesos. Null for an empty text or a dash. */
export type ReadAmount = { amount: number } | { fault: AmountFault } | null;

const nothing = /^(?:[-−–—]+|n\/?a|ninguno|nada)?$/i;
/** Groups with one separator, or spaces and apostrophes beside it; then cents. */
const figure = /^([1-9]\d{0,2}(?:[.' ]\d{3})+|[1-9]\d{0,2}(?:[,' ]\d{3})+|\d+)(?:([.,])(\d{1,2}))?$/;

/**
 * Reads an amount as people write it: "1.234.567", "$ 1.234.567,00", "1,234,567", "1'234.567" and
 * "COP 1 234 567" are the same. A sign is never dropped and a fraction never rounded, except the noise that
 * spreadsheets add to a whole number.
 */
export function readAmount(typed: string): ReadAmount {
  const text = typed
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/['’‘ʼ´`′]/g, "'")
    .trim();
  const bare = text
    .replace(/^([-−–—(]?) ?(?:cop|pesos)? ?\$? ?/i, '$1')
    .replace(/ ?(?:cop|pesos|\$)\.?$/i, '');
  if (nothing.test(bare)) return null;
  // "50.000.-" has a dash in place of its cents.
  const whole = bare.replace(/(\d)[.,][-−–—]+$/, '$1');
  if (/^[-−–—(]|[-−–—)]$/.test(whole)) return { fault: /\d/.test(whole) ? 'negative' : 'unreadable' };
  if (/^[\d.,]+e[+-]?\d+$/i.test(whole)) return { fault: 'scientific' };
  if (/^\d+[.,]\d{7,}$/.test(whole)) return withoutNoise(Number(whole.replace(',', '.')));
  const [, groups, mark, cents = ''] = figure.exec(whole) ?? [];
  if (groups === undefined || (mark !== undefined && groups.includes(mark))) return { fault: 'unreadable' };
  const amount = Number(groups.replaceAll(/\D/g, ''));
  if (!Number.isSafeInteger(amount)) return { fault: 'unreadable' };
  return /[1-9]/.test(cents) ? { fault: 'cents' } : { amount };
}

/** Returns whether more typing could make an amount of a text that is none yet, such as "50." or "1,5". */
export function mayBecomeAmount(text: string): boolean {
  return ['0', '00', '000'].some((more) => {
    const read = readAmount(text + more);
    return read !== null && 'amount' in read;
  });
}

/** A spreadsheet writes 3300 as "3300.0000000000005" after some sums. */
function withoutNoise(value: number): ReadAmount {
  const amount = Math.round(value);
  return Math.abs(value - amount) < 1e-6 && Number.isSafeInteger(amount) ? { amount } : { fault: 'cents' };
}
