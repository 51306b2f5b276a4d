import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountWords } from '#src/client/screens/cash/amount-words.ts';

describe('an amount in words', () => {
  it.each([
    [0, 'cero pesos'],
    [1, 'un peso'],
    [21, 'veintiún pesos'],
    [100, 'cien pesos'],
    [101, 'ciento un pesos'],
    [516, 'quinientos dieciséis pesos'],
    [1_000, 'mil pesos'],
    [21_000, 'veintiún mil pesos'],
    [31_031, 'treinta y un mil treinta y un pesos'],
    [100_000, 'cien mil pesos'],
    [1_000_000, 'un millón de pesos'],
    [1_240_000, 'un millón doscientos cuarenta mil pesos'],
    [21_000_001, 'veintiún millones un pesos'],
    [
      999_999_999,
      'novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve pesos',
    ],
    [1_000_000_000, 'mil millones de pesos'],
  ])('of %i is "%s"', (amount, words) => expect(amountWords(amount)).toBe(words));

  it('parses back to the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (amount) => {
        expect(readBack(amountWords(amount))).toBe(amount);
      }),
    );
  });
});

const worth: Record<string, number> = Object.fromEntries(
  [
    'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta'
      .split(' ')
      .map((word, index) => [word, index] as const),
    'cuarenta cincuenta sesenta setenta ochenta noventa cien'
      .split(' ')
      .map((word, index) => [word, 40 + 10 * index] as const),
    'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
      .split(' ')
      .map((word, index) => [word, 100 * (index + 1)] as const),
  ].flat(),
);

/** Adds up the words as a reader does, until "mil" or "millones" multiplies them. */
function readBack(text: string): number {
  let [whole, millions] = [0, 0];
  let group = 0;
  for (const word of text.replace(/( de)? pesos?$/, '').split(' ')) {
    if (word === 'y') continue;
    if (word === 'mil') [whole, group] = [whole + 1_000 * Math.max(1, group), 0];
    else if (word === 'millón' || word === 'millones') [millions, whole, group] = [whole + group, 0, 0];
    else {
      const value = worth[word];
      if (value === undefined) throw new Error(`no number is called ${word}`);
      group += value;
    }
  }
  return 1_000_000 * millions + whole + group;
}
