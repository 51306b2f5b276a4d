import { describe, expect, it } from 'vitest';
import { clipTimes } from '#src/client/device/voice/clip-times.ts';
import { spellAmount } from '#src/client/device/voice/spell-amount.ts';
import { rounds } from '#tests/support/rounds.ts';

/**
 * An independent speller. It spells each group of three figures alone ("uno", "veintiuno", "cien cinco"),
 * joins the groups, and then corrects the text by grammar rules. It shares no word list and no code with the
 * product.
 */
const alone =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte'.split(
    ' ',
  );
const byTen = '- - veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');

const stems: Record<string, string> = { 1: 'cien', 5: 'quinientos', 7: 'setecientos', 9: 'novecientos' };

function groupAlone(figures: string): string {
  const [hundred = '0', ...last] = figures;
  const below = Number(last.join(''));
  const hundredWord = hundred === '0' ? '' : (stems[hundred] ?? `${alone[Number(hundred)]}cientos`);
  const [ten = '0', unit = '0'] = last;
  const belowWord =
    below === 0
      ? ''
      : (alone[below] ??
        (ten === '2'
          ? `veinti${alone[Number(unit)]}`
          : [byTen[Number(ten)], unit === '0' ? '' : alone[Number(unit)]].filter(Boolean).join(' y ')));
  return [hundredWord, belowWord].filter(Boolean).join(' ');
}

/** A group before its noun: "cien" becomes "ciento", "uno" loses its end. */
function before(figures: string, noun: string): string {
  const key = figures + noun;
  const known = groups.get(key);
  if (known !== undefined) return known;
  const alone = groupAlone(figures);
  const text = `${alone} ${noun}`
    .replace(/^cien (?!mil|pesos)/, 'ciento ')
    .replace(/^ciento (?=millones)/, 'cien ')
    .replace(/veintidos/, 'veintidós')
    .replace(/veintitres/, 'veintitrés')
    .replace(/veintiseis/, 'veintiséis')
    .replace(/veintiuno (?=mil|millones|pesos)/, 'veintiún ')
    .replace(/\buno (?=mil|millones|pesos)/, 'un ')
    .replace(/^un mil$/, 'mil')
    .replace(/^un millones$/, 'un millón');
  groups.set(key, alone === '' ? '' : text);
  return groups.get(key) ?? '';
}

const groups = new Map<string, string>();

function otherSpelling(amount: number): string {
  if (amount < 2) return ['cero pesos', 'un peso'][amount] ?? '';
  const figures = String(amount).padStart(9, '0');
  const parts = [
    before(figures.slice(0, 3), 'millones'),
    before(figures.slice(3, 6), 'mil'),
    before(figures.slice(6), 'pesos'),
  ];
  if (parts[2] === '') parts[2] = parts[1] === '' ? 'de pesos' : 'pesos';
  return parts.filter((part) => part !== '').join(' ');
}

describe('an amount in words', () => {
  it('matches an independent speller', () => {
    const wrong: number[] = [];
    const check = (amount: number): void => {
      if (spellAmount(amount).join(' ') !== otherSpelling(amount)) wrong.push(amount);
    };
    const below = rounds(50_000, 500_000);
    for (let amount = 0; amount < below; amount += 1) check(amount);
    // The step shares no factor with 10, so endings differ up to the largest amount; the small one reaches every six figures.
    const step = rounds(19_999, 1_999);
    for (let amount = below; amount < 1_000_000_000; amount += step) check(amount);
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it.each([
    [1_000_000_000, 'mil millones de pesos'],
    [21_001_000_500, 'veintiún mil un millones quinientos pesos'],
    [999_000_100_001, 'novecientos noventa y nueve mil millones cien mil un pesos'],
  ])('of %i, above all balances, is "%s"', (amount, words) =>
    expect(spellAmount(amount).join(' ')).toBe(words),
  );

  it('uses only recorded words', () => {
    const words = new Set<string>();
    for (let amount = 0; amount < 1_000; amount += 1)
      for (const factor of [1, 1_000, 1_000_000])
        for (const word of spellAmount(amount * factor)) words.add(word);
    expect([...words].filter((word) => !(word in clipTimes))).toEqual([]);
  });
});
