import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideTakings,
  heldInReview,
  heldSales,
  isKept,
  leastTakings,
  reviewTakings,
  type TakingsDay,
} from '#src/domain/operations/cash/takings.ts';

const nothing = { UNUSUAL: 0, OVER_CEILING: 0 };
const setting = 400_000;
const dayOf = (taken: number, of: Partial<TakingsDay> = {}): TakingsDay => ({
  day: '2026-11-25',
  taken,
  overCeiling: 0,
  heldElsewhere: 0,
  isPaid: false,
  released: nothing,
  kept: nothing,
  ...of,
});
const days = (...takings: number[]) => takings.map((taken) => dayOf(taken));
const review = (...of: TakingsDay[]) => reviewTakings(of, setting);
const last = (...of: TakingsDay[]) => review(...of).at(-1);

describe("a stall's daily sales", () => {
  it('are under review beyond the market’s setting while the stall has sold on fewer than three days', () => {
    expect(review(...days(400_000, 400_001, 1_000_000)).map(({ held }) => held.UNUSUAL)).toEqual([
      0, 1, 600_000,
    ]);
  });

  it('are under review beyond three times the median of earlier days, and never below 500,000', () => {
    expect(last(...days(200_000, 100_000, 400_000, 700_000))).toMatchObject({
      usual: 200_000,
      limit: 600_000,
      held: { UNUSUAL: 100_000 },
    });
    expect(last(...days(10, 20, 30, 500_001))).toMatchObject({ usual: 20, limit: leastTakings });
    expect(last(...days(10, 20, 30, 500_001))?.held.UNUSUAL).toBe(1);
    expect(last(...days(100_000, 200_000, 300_000, 400_000, 1))?.usual).toBe(250_000);
    expect(last(...days(1, 2, 5, 8, 1))?.usual).toBe(3);
    expect(last(...days(10, 10, 21, 90, 1))?.usual).toBe(15);
  });

  it('use twenty days at most, without days without sales', () => {
    const old = Array.from({ length: 20 }, () => 300_000);
    const fresh = Array.from({ length: 20 }, () => 200_000);
    expect(last(...days(...old, ...fresh, 1))?.usual).toBe(200_000);
    expect(last(...days(100_000, 0, 0, 0, 1))?.usual).toBeNull();
  });

  it('do not become usual while under review', () => {
    const greedy = review(...days(300_000, 300_000, 300_000, ...Array.from({ length: 30 }, () => 9_000_000)));
    // Each day is paid up to three times a usual one, which follows the paid amounts.
    expect(greedy.slice(3, 6).map(({ limit }) => limit)).toEqual([900_000, 900_000, 900_000]);
    // The part held for another reason does not either.
    const beyond = dayOf(900_000, { overCeiling: 300_000 });
    expect(last(beyond, beyond, beyond, dayOf(1))?.usual).toBe(400_000);
    const released = greedy.map((day) => ({ ...day, released: { ...nothing, UNUSUAL: 9_000_000 } }));
    expect(last(...released)?.limit).toBe(27_000_000);
  });

  it('leave review when paid, released, or held for another reason', () => {
    const much = 1_000_000;
    expect(last(dayOf(much, { isPaid: true }))?.held).toEqual(nothing);
    expect(last(dayOf(much, { released: { ...nothing, UNUSUAL: 150_000 } }))?.held.UNUSUAL).toBe(450_000);
    expect(last(dayOf(much, { heldElsewhere: 100_000 }))?.held.UNUSUAL).toBe(500_000);
  });

  it('are all under review when paid with vouchers of a point above its ceiling', () => {
    expect(last(dayOf(90_000, { overCeiling: 80_000 }))?.held).toEqual({ UNUSUAL: 0, OVER_CEILING: 80_000 });
    const both = dayOf(1_000_000, {
      overCeiling: 80_000,
      released: { UNUSUAL: 20_000, OVER_CEILING: 80_000 },
    });
    expect(last(both)?.held).toEqual({ UNUSUAL: 500_000, OVER_CEILING: 0 });
  });

  it('never hold more than was taken, nor less than the unreleased part beyond the limit', () => {
    const sum = fc.nat(3_000_000);
    fc.assert(
      fc.property(fc.array(fc.record({ taken: sum, released: sum }), { maxLength: 40 }), (rows) => {
        const reviewed = review(
          ...rows.map(({ taken, released }) => dayOf(taken, { released: { ...nothing, UNUSUAL: released } })),
        );
        for (const { taken, limit, held, released } of reviewed) {
          expect(held.UNUSUAL).toBeLessThanOrEqual(taken);
          expect(taken - held.UNUSUAL - released.UNUSUAL).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

describe('a verdict on sales under review', () => {
  const waiting = review(
    dayOf(700_000, { day: '2026-11-24' }),
    dayOf(500_000, { day: '2026-11-25', overCeiling: 60_000 }),
  );

  it('is refused for an unknown stall, or when less is under review than the screen showed', () => {
    expect(decideTakings({ seen: 1 }, null)).toEqual({ kind: 'refuse', code: 'UNKNOWN_STALL' });
    expect(heldInReview(waiting)).toBe(400_000);
    expect(decideTakings({ seen: 400_001 }, waiting)).toEqual({
      kind: 'refuse',
      code: 'TAKINGS_MOVED',
      left: 400_000,
    });
  });

  it('applies the amount on the screen from the oldest day on, and leaves later sales', () => {
    expect(decideTakings({ seen: 350_000 }, waiting)).toEqual({
      kind: 'post',
      plan: [
        { day: '2026-11-24', reason: 'UNUSUAL', amount: 300_000 },
        { day: '2026-11-25', reason: 'UNUSUAL', amount: 40_000 },
        { day: '2026-11-25', reason: 'OVER_CEILING', amount: 10_000 },
      ],
    });
  });

  it('keeps them under review until more is added', () => {
    const kept = { UNUSUAL: 300_000, OVER_CEILING: 0 };
    expect(isKept(review(dayOf(700_000, { kept })))).toBe(true);
    expect(isKept(review(dayOf(700_001, { kept })))).toBe(false);
    expect(isKept(review(dayOf(700_000, { kept }), dayOf(700_000)))).toBe(false);
    expect(isKept(review(dayOf(700_000, { kept, overCeiling: 1 })))).toBe(false);
  });
});

describe('the sales under review', () => {
  it('are the last ones of the day, the first of them in part, and each with such a voucher', () => {
    const sales = [
      { amount: 50_000, isOverCeiling: false },
      { amount: 70_000, isOverCeiling: true },
      { amount: 80_000, isOverCeiling: false },
      { amount: 300_000, isOverCeiling: false },
    ];
    const day = { held: { UNUSUAL: 90_000, OVER_CEILING: 70_000 } };
    expect(heldSales(sales, day)).toEqual([
      { sale: sales[0], amount: 50_000, reason: 'UNUSUAL' },
      { sale: sales[1], amount: 70_000, reason: 'OVER_CEILING' },
      { sale: sales[2], amount: 40_000, reason: 'UNUSUAL' },
    ]);
  });
});
