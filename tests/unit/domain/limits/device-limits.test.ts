import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import { limitOver, stallLimit } from '#src/domain/limits/device-limits.ts';

describe('the limit of a stall\u2019s device', () => {
  const limits = { perDevice: toAmount(1_000_000), stallFloor: toAmount(100_000) };
  it('is twice the median of its days, between the floor and the limit of the market', () => {
    expect(stallLimit(limits, [])).toBe(100_000);
    expect(stallLimit(limits, [900_000, 900_000])).toBe(100_000);
    expect(stallLimit(limits, [10_000, 364_000, 5_000_000])).toBe(728_000);
    expect(stallLimit(limits, [900_000, 900_000, 900_000])).toBe(1_000_000);
    expect(stallLimit({ ...limits, stallFloor: toAmount(3_000_000) }, [])).toBe(1_000_000);
    expect(stallLimit({ perDevice: limits.perDevice }, [])).toBe(1_000_000);
  });

  it('is judged by the largest limit that the device received from its list to its contact', () => {
    const days = ['2026-03-09', '2026-03-08', '2026-03-07', '2026-03-06'].map((day, n) => ({
      day,
      sold: [900_000, 300_000, 250_000, 200_000][n] ?? 0,
    }));
    const over = (from: string, to: string) => limitOver(limits, [days], { from, to });
    // The 8th counts from the 10th on: until then its sum may still grow.
    expect(over('2026-03-09', '2026-03-09')).toBe(100_000);
    expect(over('2026-03-10', '2026-03-10')).toBe(500_000);
    expect(over('2026-03-11', '2026-03-11')).toBe(550_000);
    expect(over('2026-03-09', '2026-03-11')).toBe(550_000);
    expect(over('2026-03-11', '2026-03-09')).toBe(550_000);
    expect(limitOver(limits, [days, []], { from: '2026-03-11', to: '2026-03-11' })).toBe(550_000);
    expect(limitOver(limits, [], { from: '2026-03-11', to: '2026-03-11' })).toBe(1_000_000);
  });

  it('never falls when the days grow, and one day alone moves it little', () => {
    const days = fc.array(fc.nat(2_000_000), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(days, fc.nat(100_000), (sold, more) => {
        const grown = sold.map((day) => day + more);
        expect(stallLimit(limits, grown)).toBeGreaterThanOrEqual(stallLimit(limits, sold));
      }),
    );
    const usual = Array.from({ length: 9 }, () => 200_000);
    expect(stallLimit(limits, [...usual, 50_000_000])).toBe(400_000);
  });
});
