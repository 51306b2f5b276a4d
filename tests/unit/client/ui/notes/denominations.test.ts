import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denominations, fewestPieces } from '#src/client/ui/notes/denominations.ts';
import { rounds } from '#tests/support/rounds.ts';

const smallest = 50;
const limit = 400_000;

/** The fewest pieces for every amount, by trying each last piece, without assumptions about the values. */
function fewestByTrying(): Uint16Array {
  const fewest = new Uint16Array(limit / smallest + 1).fill(65_535);
  fewest[0] = 0;
  for (let units = 1; units < fewest.length; units += 1)
    for (const value of denominations) {
      const before = fewest[units - value / smallest];
      if (before !== undefined) fewest[units] = Math.min(fewest[units] ?? 0, before + 1);
    }
  return fewest;
}

const countOf = (amount: number): number =>
  fewestPieces(amount).heaps.reduce((sum, { count }) => sum + count, 0);
const sumOf = (amount: number): number =>
  fewestPieces(amount).heaps.reduce((sum, { value, count }) => sum + value * count, 0);

describe('an amount as notes and coins', () => {
  it('has the fewest possible pieces, for every amount to 400,000', () => {
    const fewest = fewestByTrying();
    const wrong = [...fewest.keys()].filter((units) => countOf(units * smallest) !== fewest[units]);
    expect(wrong).toEqual([]);
  });

  it('adds up to the amount, with less than the smallest coin left over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (amount) => {
        const { over } = fewestPieces(amount);
        expect(sumOf(amount) + over).toBe(amount);
        expect(over).toBeLessThan(smallest);
        expect(over === 0 || amount % smallest === over).toBe(true);
      }),
      { numRuns: rounds(2_000, 20_000) },
    );
  });

  it('is ordered from large to small, each value once', () => {
    const values = fewestPieces(185_350).heaps.map(({ value, count }) => [value, count]);
    expect(values).toEqual([
      [100_000, 1],
      [50_000, 1],
      [20_000, 1],
      [10_000, 1],
      [5_000, 1],
      [200, 1],
      [100, 1],
      [50, 1],
    ]);
    expect(fewestPieces(2_000_000).heaps).toEqual([{ value: 100_000, count: 20 }]);
    expect(fewestPieces(-50)).toEqual({ heaps: [], over: 0 });
  });
});
