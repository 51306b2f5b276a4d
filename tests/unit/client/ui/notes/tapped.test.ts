import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import {
  heapsOnTray,
  sumOf,
  type Tapped,
  trayOf,
  without,
  withoutLast,
} from '#src/client/ui/notes/tapped.ts';

const typed = (base: number): Tapped => ({ base, taps: [] });

describe('an amount tapped piece by piece', () => {
  it('stays as tapped, rather than the fewest pieces', () => {
    expect(heapsOnTray({ base: 0, taps: [50, 10_000, 50, 10_000] })).toEqual([
      { value: 10_000, count: 2 },
      { value: 50, count: 2 },
    ]);
  });

  it('loses its last tapped piece first, then the smallest typed one', () => {
    const tapped: Tapped = { base: 12_500, taps: [50_000, 200] };
    const one = withoutLast(tapped);
    expect(sumOf(one)).toBe(62_500);
    const two = withoutLast(one);
    expect(sumOf(two)).toBe(12_500);
    expect(sumOf(withoutLast(two))).toBe(12_000);
    expect(sumOf(withoutLast(typed(12_530)))).toBe(12_500);
    expect(sumOf(withoutLast(typed(0)))).toBe(0);
  });

  it('loses the piece that is tapped on the tray, whether it was tapped or typed', () => {
    const tapped: Tapped = { base: 10_000, taps: [10_000, 500] };
    expect(without(tapped, 10_000)).toEqual({ base: 10_000, taps: [500] });
    expect(without(without(tapped, 10_000), 10_000)).toEqual({ base: 0, taps: [500] });
  });

  it('is discarded when the amount changes otherwise', () => {
    const tapped: Tapped = { base: 0, taps: [500] };
    expect(trayOf(tapped, 500)).toBe(tapped);
    expect(trayOf(tapped, 7_000)).toEqual(typed(7_000));
  });

  it('always adds up, and ends at nothing when pieces are removed', () => {
    const taps = fc.array(fc.constantFrom(...denominations), { maxLength: 20 });
    fc.assert(
      fc.property(fc.nat(500_000), taps, (base, pieces) => {
        let tapped: Tapped = { base, taps: pieces };
        for (let left = 60; left > 0 && sumOf(tapped) > 0; left -= 1) {
          const drawn = heapsOnTray(tapped).reduce((sum, { value, count }) => sum + value * count, 0);
          expect(sumOf(tapped) - drawn).toBe(tapped.base % 50);
          const next = withoutLast(tapped);
          expect(sumOf(next)).toBeLessThan(sumOf(tapped));
          tapped = next;
        }
        expect(sumOf(tapped)).toBe(0);
      }),
    );
  });
});
