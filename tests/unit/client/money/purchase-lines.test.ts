import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  costOf,
  linesText,
  notedIn,
  quantityText,
  stepOf,
  sumOfLines,
  withProduct,
} from '#src/client/money/purchase/purchase-lines.ts';
import type { PurchaseLine } from '#src/contract/purchases/purchase-line.ts';

const potato = { name: 'Papa', unit: 'libra' as const, price: 2_500 };
const arepa = { name: 'Arepa', unit: 'unidad' as const, price: 1_200 };

describe('products noted with a sale', () => {
  it('have one line per product, with weighed goods in halves', () => {
    expect([stepOf('libra'), stepOf('kilo'), stepOf('atado'), stepOf('unidad')]).toEqual([
      500, 500, 1_000, 1_000,
    ]);
    const lines = withProduct(withProduct([], potato, 1_500), arepa, 2_000);
    expect(lines).toEqual([
      { name: 'Papa', unit: 'libra', quantity: 1_500, amount: 3_750 },
      { name: 'Arepa', unit: 'unidad', quantity: 2_000, amount: 2_400 },
    ]);
    expect(linesText(lines)).toBe('1.5 libras de Papa, 2 unidades de Arepa');
    expect(quantityText(1_000, 'atado')).toBe('1 atado');
    expect(withProduct(lines, potato, 0).map(({ name }) => name)).toEqual(['Arepa']);
  });

  it('are left out when they cost more than is charged', () => {
    const lines = withProduct([], potato, 1_000);
    expect(notedIn(lines, 2_500)).toEqual({ lines });
    expect(notedIn(lines, 2_499)).toEqual({});
    expect(notedIn([], 2_499)).toEqual({});
  });

  it('add up to their cost, in any order of taps', () => {
    const product = fc.constantFrom(potato, arepa, { name: 'Papa', unit: 'kilo' as const, price: 4_999 });
    fc.assert(
      fc.property(fc.array(fc.tuple(product, fc.integer({ min: 0, max: 9 }))), (taps) => {
        let lines: PurchaseLine[] = [];
        const book = new Map<object, number>();
        for (const [what, halves] of taps) {
          lines = withProduct(lines, what, halves * 500);
          book.set(what, halves * 500);
        }
        const cost = [...book].reduce(
          (sum, [what, quantity]) => sum + costOf((what as typeof potato).price, quantity),
          0,
        );
        expect(sumOfLines(lines)).toBe(cost);
        expect(new Set(lines.map(({ name, unit }) => `${name} ${unit}`)).size).toBe(lines.length);
      }),
    );
  });
});
