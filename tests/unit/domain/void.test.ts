import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPoints } from '#src/contract/brands.ts';
import { pointsFor } from '#src/domain/operations/sale.ts';
import { decideVoid, pointsThatStand } from '#src/domain/operations/void.ts';
import { noPoints } from '#tests/support/market/no-points.ts';

const amount = fc.integer({ min: 1, max: 200_000 });

describe('partial voids', () => {
  it('never return more than the sale, nor to the voucher more than it paid', () => {
    fc.assert(
      fc.property(amount, fc.nat(200_000), fc.array(amount), (price, short, parts) => {
        let [stands, uncovered, toVoucher] = [price, Math.min(short, price), 0];
        const given = price - uncovered;
        for (const part of [...parts, null]) {
          const facts = { shares: [{ stands, uncovered, assigned: 0, points: noPoints }], stall: null };
          const decided = decideVoid({ amount: part }, facts);
          if (decided.kind === 'refuse') continue;
          const [{ amount: gone, fromUncovered } = { amount: 0, fromUncovered: 0 }] = decided.plan;
          stands -= gone;
          uncovered -= fromUncovered;
          toVoucher += gone - fromUncovered;
          expect(stands).toBeGreaterThanOrEqual(0);
          expect(toVoucher).toBeLessThanOrEqual(given);
          expect(uncovered === 0 || toVoucher === 0).toBe(true);
        }
        expect([stands, uncovered, toVoucher]).toEqual([0, 0, given]);
      }),
    );
  });

  it('leave the points of the remaining amount, whatever the parts', () => {
    fc.assert(
      fc.property(amount, fc.nat(200_000), fc.integer({ min: 1, max: 5_000 }), (paid, gone, every) => {
        const stands = Math.max(0, paid - gone);
        const stay = pointsThatStand(pointsFor(paid, every), { paid, stands }, every);
        expect(stay).toBe(pointsFor(stands, every));
      }),
    );
  });

  it("reduce points in proportion when the market's rule has changed", () => {
    expect(pointsThatStand(toPoints(12), { paid: 12_500, stands: 8_500 }, 5_000)).toBe(8);
    expect(pointsThatStand(toPoints(12), { paid: 12_500, stands: 0 }, 5_000)).toBe(0);
    expect(pointsThatStand(toPoints(12), { paid: 12_500, stands: 8_500 }, 0)).toBe(8);
  });
});
