import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatMoney } from '#src/domain/money.ts';
import { mayBecomeAmount, readAmount, type AmountFault } from '#src/domain/read-amount.ts';
import { untidyAmount } from '#tests/extras/notebook/sheet-rows.ts';

const pesos = fc.integer({ min: 0, max: 1_000_000_000_000 });

describe('an amount as people write it', () => {
  it.each<[string, number]>([
    ['50000', 50_000],
    ['$ 50.000', 50_000],
    ['2.000.000', 2_000_000],
    ["1'234.567", 1_234_567],
    ['1’234.567', 1_234_567],
    ['1´234.567', 1_234_567],
    ['1 234 567', 1_234_567],
    ['1\u00a0234\u202f567', 1_234_567],
    ['1,234,567.00', 1_234_567],
    ['$ 50.000,00', 50_000],
    ['$\u00a050.000,0', 50_000],
    ['50000,00', 50_000],
    ['50.000.-', 50_000],
    ['50.000,--', 50_000],
    ['COP 1.500', 1_500],
    ['1.500 pesos', 1_500],
    ['3300.0000000000005', 3_300],
    ['3299,9999999999995', 3_300],
    ['0', 0],
    ['$0,00', 0],
  ])('reads %j as %d', (text, amount) => {
    expect(readAmount(text)).toEqual({ amount });
  });

  it.each(['', ' ', '\u00a0', '-', '—', '$ -', ' $ -   ', '-$', 'N/A', 'nada'])(
    'reads %j as empty',
    (text) => {
      expect(readAmount(text)).toBeNull();
    },
  );

  it.each<[string, AmountFault]>([
    ['-50000', 'negative'],
    ['−20.000', 'negative'],
    ['-$ 20.000', 'negative'],
    ['$ -20.000', 'negative'],
    ['- 20 mil', 'negative'],
    ['50.000-', 'negative'],
    ['$ 50.000,00-', 'negative'],
    ['-50.000.-', 'negative'],
    ['(20.000)', 'negative'],
    ['($20,000.00)', 'negative'],
    ['5E+04', 'scientific'],
    ['1,5e+06', 'scientific'],
    ['12.50', 'cents'],
    ['3300.4000000000005', 'cents'],
    ['3300.00001', 'unreadable'],
    ['50.0000', 'unreadable'],
    ['50.000.00', 'unreadable'],
    ['1.234,567', 'unreadable'],
    ['1.23.456', 'unreadable'],
    ['0.500', 'unreadable'],
    ['50.000 + 20.000', 'unreadable'],
    ['unos 12.000 más o menos', 'unreadable'],
    ['debe 20 mil', 'unreadable'],
    ['debe -5.000', 'unreadable'],
    ['99999999999999999999', 'unreadable'],
    ['mucho', 'unreadable'],
    ['(', 'unreadable'],
  ])('refuses %j as %s, without a guess', (text, fault) => {
    expect(readAmount(text)).toEqual({ fault });
  });

  it('reads back whatever the product shows, and every style of a sheet', () => {
    fc.assert(
      fc.property(pesos, fc.nat(9), (amount, hand) => {
        expect(readAmount(formatAmount(amount))).toEqual({ amount });
        expect(readAmount(formatMoney(amount, '$'))).toEqual({ amount });
        expect(readAmount(formatMoney(amount === 0 ? -1 : -amount, '$'))).toEqual({ fault: 'negative' });
        expect(readAmount(untidyAmount(amount, hand))).toEqual({ amount });
      }),
    );
  });

  it('reads nothing but the digits that are there, without zeros of cents', () => {
    const part = fc.constantFrom('5', '50', '000', '00', '.', ',', ' ', "'", '-', '(', ')', 'e', '$', 'mil');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 30 }),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (text) => {
          const read = readAmount(text);
          if (read === null || !('amount' in read)) return;
          expect(text).not.toMatch(/^\s*[-(]|[^.,-]-\s*$|\)|e|mil/);
          const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
          if (/[.,]\d{7,}/.test(text)) return;
          expect(digits.startsWith(String(read.amount))).toBe(true);
          expect(digits.slice(String(read.amount).length)).toMatch(/^0{0,2}$/);
        },
      ),
    );
  });

  it.each<[string, boolean]>([
    ['50.', true],
    ['50.0', true],
    ['50.5', true],
    ['50000,', true],
    ['1,5', true],
    ['$', true],
    ['5e', false],
    ['5e4', false],
    ['1.2.3', false],
    ['mucho', false],
  ])('knows whether %j may still become an amount: %s', (text, may) => {
    expect(mayBecomeAmount(text)).toBe(may);
  });
});
