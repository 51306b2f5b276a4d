/** A cell read as pesos. `text`: filled, but not an amount. Null for an empty cell. */
export type ReadAmount = { amount: number } | { text: string; guess?: number } | null;

const nothing = /^(?:-+|—|–|n\/?a|ninguno|nada)?$/i;
const spoken: readonly [RegExp, number][] = [
  [/^(\d+(?:[.,]\d+)?) ?(?:mil|k)$/, 1_000],
  [/^(\d+(?:[.,]\d+)?) ?(?:millon|millones|m)$/, 1_000_000],
];

/**
 * "1.234.567", "$ 1.234.567,00", "1,234,567", "1234567.0" and "COP 1 234 567" are the same amount. "debe 20 mil" is not
 * an amount, and $20,000 is the guess that a person confirms. A fraction of a peso is not an amount.
 */
export function readAmount(cell: string): ReadAmount {
  const text = cell.replaceAll(/[\s\u00a0\u202f\u2009']+/g, ' ').trim();
  if (nothing.test(text)) return null;
  const bare = text
    .replace(/^(?:cop|\$|pesos)\s*/i, '')
    .replace(/^\$\s*/, '')
    .replace(/\s*(?:cop|pesos|\$)\.?$/i, '')
    .replace(/[.,]?-+$/, '')
    .trim();
  const amount = figureOf(bare);
  if (amount !== null) return { amount };
  const guess = guessOf(bare);
  return guess === null ? { text } : { text, guess };
}

/** Groups of three with one separator, and at most two zeros after the other. */
function figureOf(bare: string): number | null {
  const joined = bare.replaceAll(/(\d) (?=\d{3}(?:\D|$))/g, '$1');
  if (/^\d+$/.test(joined)) return safe(joined);
  const [, grouped] = /^(\d{1,3}(?:\.\d{3})+)(?:,0{1,2})?$/.exec(joined) ?? [];
  if (grouped !== undefined) return safe(grouped.replaceAll('.', ''));
  const [, english] = /^(\d{1,3}(?:,\d{3})+)(?:\.0{1,2})?$/.exec(joined) ?? [];
  if (english !== undefined) return safe(english.replaceAll(',', ''));
  const [, plain] = /^(\d+)[.,]0{1,2}$/.exec(joined) ?? [];
  return plain === undefined ? null : safe(plain);
}

function guessOf(bare: string): number | null {
  const words = bare.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replace(/^\D*/, '').trim();
  for (const [pattern, times] of spoken) {
    const [, figure] = pattern.exec(words) ?? [];
    const value = figure === undefined ? Number.NaN : Number(figure.replace(',', '.')) * times;
    if (Number.isSafeInteger(value)) return value;
  }
  const [figure] = /\d[\d.,]*/.exec(words) ?? [];
  return figure === undefined ? null : figureOf(figure.replace(/[.,]$/, ''));
}

function safe(digits: string): number | null {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
