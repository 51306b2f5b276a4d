import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from '#src/extras/notebook/domain/read-amount.ts';
import { readPhone } from '#src/extras/notebook/domain/read-phone.ts';
import { untidyAmount, untidyPhone } from '#tests/extras/notebook/untidy-sheet.ts';

describe('an amount in a sheet', () => {
  it('is the same in every style', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.nat(9), (amount, hand) => {
        expect(readAmount(untidyAmount(amount, hand))).toEqual({ amount });
      }),
    );
  });

  it('is never made of words, parts of a peso or a sign: at most a guess is offered', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const read = readAmount(text);
        if (read === null || !('amount' in read)) return;
        expect(Number.isSafeInteger(read.amount) && read.amount >= 0).toBe(true);
        // Exactly its digits, except zeros of cents.
        const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
        expect(digits.startsWith(String(read.amount))).toBe(true);
        expect(digits.slice(String(read.amount).length)).toMatch(/^0{0,2}$/);
      }),
    );
  });

  it.each([
    ['debe 20 mil', 20_000],
    ['20 mil', 20_000],
    ['1,5 millones', 1_500_000],
    ['unos 12.000 más o menos', 12_000],
    ['-5000', 5_000],
    ['12.50', undefined],
    ['1.23.456', undefined],
    ['mucho', undefined],
  ])('%s is no amount, and offers %s', (text, guess) => {
    expect(readAmount(text)).toEqual(guess === undefined ? { text } : { text, guess });
  });

  it.each(['', ' ', '-', '—', 'N/A', 'nada'])('"%s" is empty', (text) => {
    expect(readAmount(text)).toBeNull();
  });
});

describe('a phone in a sheet', () => {
  it('has ten digits in every style', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(4), (n, hand) => {
        expect(readPhone(untidyPhone(n, hand))).toEqual({ phone: untidyPhone(n, 0) });
      }),
    );
  });

  it.each([
    ['3105550', { digits: 7 }],
    ['310 555 0101 / 300 555 0102', { phone: '3105550101' }],
    ['+57 (310) 555-0101', { phone: '3105550101' }],
    ['no tiene', { digits: 0 }],
    ['--', null],
  ])('%s', (text, read) => {
    expect(readPhone(text)).toEqual(read);
  });
});
