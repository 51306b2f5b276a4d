import { describe, expect, it } from 'vitest';
import { toPoints } from '#src/contract/brands.ts';
import {
  decideVoid,
  pointsThatStand,
  type PointsStanding,
  type PurchaseStanding,
  type VoidFacts,
} from '#src/domain/operations/void.ts';
import { noPoints } from '#tests/support/market/no-points.ts';

const share = (of: Partial<PurchaseStanding> = {}): PurchaseStanding => ({
  stands: 100,
  uncovered: 0,
  assigned: 0,
  points: noPoints,
  ...of,
});
const earned = (of: Partial<PointsStanding> = {}): PointsStanding => ({
  earned: toPoints(10),
  gone: toPoints(0),
  paid: 100,
  returned: 0,
  pointsEvery: 10,
  ownerId: 'luz',
  ...of,
});
const byMarket = (...shares: PurchaseStanding[]): VoidFacts => ({ shares, stall: null });
const byStall = (stall: Partial<NonNullable<VoidFacts['stall']>>, ...shares: PurchaseStanding[]) => ({
  shares,
  stall: { isSameDay: true, payable: 1_000, points: new Map(), ...stall },
});
const held = (balance: number, redeemedSince: number) => ({
  points: new Map([['luz', { balance: toPoints(balance), redeemedSince: toPoints(redeemedSince) }]]),
});
const plan = (...shares: [amount: number, fromUncovered: number, points: number][]) => ({
  kind: 'post',
  plan: shares.map(([amount, fromUncovered, points]) => ({ amount, fromUncovered, points })),
});

describe('a void of a sale', () => {
  it('returns the whole rest, or the requested part from the last share on', () => {
    const facts = byMarket(share(), share({ stands: 50 }));
    expect(decideVoid({ amount: null }, facts)).toEqual(plan([100, 0, 0], [50, 0, 0]));
    expect(decideVoid({ amount: 60 }, facts)).toEqual(plan([10, 0, 0], [50, 0, 0]));
  });

  it('closes the shortfall first', () => {
    expect(decideVoid({ amount: 30 }, byMarket(share({ uncovered: 20 })))).toEqual(plan([30, 20, 0]));
    expect(decideVoid({ amount: 10 }, byMarket(share({ uncovered: 20 })))).toEqual(plan([10, 10, 0]));
  });

  it('does not touch an assigned loss', () => {
    const facts = byMarket(share(), share({ assigned: 40 }));
    expect(decideVoid({ amount: 150 }, facts)).toEqual(plan([90, 0, 0], [60, 0, 0]));
    expect(decideVoid({ amount: 170 }, facts)).toEqual({ kind: 'refuse', code: 'VOID_TOO_MUCH', left: 160 });
    expect(decideVoid({ amount: null }, facts)).toEqual({ kind: 'refuse', code: 'SALE_ASSIGNED' });
    const all = byMarket(share({ assigned: 100 }));
    expect(decideVoid({ amount: 10 }, all)).toEqual({ kind: 'refuse', code: 'SALE_ASSIGNED' });
  });

  it('is refused when nothing remains', () => {
    expect(decideVoid({ amount: null }, byMarket(share({ stands: 0 })))).toEqual({
      kind: 'refuse',
      code: 'ALREADY_VOIDED',
    });
  });

  it('is refused to its stall on another day, and beyond its balance from vouchers', () => {
    expect(decideVoid({ amount: null }, byStall({ isSameDay: false }, share()))).toMatchObject({
      code: 'VOID_TOO_LATE',
    });
    expect(decideVoid({ amount: null }, byStall({ payable: 99 }, share()))).toMatchObject({
      code: 'ALREADY_PAID_OUT',
    });
    // The shortfall was never owed by a voucher.
    expect(decideVoid({ amount: null }, byStall({ payable: 80 }, share({ uncovered: 20 })))).toMatchObject({
      kind: 'post',
    });
  });

  it('removes the points of the returned part, and none of the part that no voucher paid', () => {
    expect(decideVoid({ amount: 35 }, byMarket(share({ points: earned() })))).toEqual(plan([35, 0, 4]));
    const partly = share({ stands: 70, points: earned({ gone: toPoints(3), returned: 30 }) });
    expect(decideVoid({ amount: 70 }, byMarket(partly))).toEqual(plan([70, 0, 7]));
    expect(decideVoid({ amount: 40 }, byMarket(partly))).toEqual(plan([40, 0, 4]));
    const uncovered = share({ uncovered: 20, points: earned({ paid: 80, earned: toPoints(8) }) });
    expect(decideVoid({ amount: 20 }, byMarket(uncovered))).toEqual(plan([20, 20, 0]));
    expect(decideVoid({ amount: 30 }, byMarket(uncovered))).toEqual(plan([30, 20, 1]));
  });

  it('is refused to its stall when a later redemption would leave a debt', () => {
    const sale = share({ points: earned() });
    expect(decideVoid({ amount: null }, byStall(held(9, 1), sale))).toMatchObject({ code: 'POINTS_SPENT' });
    for (const [balance, redeemed] of [
      [10, 1],
      [9, 0],
    ] as const)
      expect(decideVoid({ amount: null }, byStall(held(balance, redeemed), sale))).toMatchObject({
        kind: 'post',
      });
    // Its market may; and a sale without points leaves no debt, whatever was owed before.
    expect(decideVoid({ amount: null }, byMarket(sale))).toMatchObject({ kind: 'post' });
    expect(decideVoid({ amount: null }, byStall(held(-5, 1), share()))).toMatchObject({ kind: 'post' });
    const ofAnother = share({ points: earned({ ownerId: 'eva' }) });
    expect(decideVoid({ amount: null }, byStall(held(0, 1), ofAnother))).toMatchObject({ kind: 'post' });
  });
});

describe('the points of the remaining amount', () => {
  it.each([
    ['by the rule that gave them', 10, { paid: 105, stands: 59 }, 10, 5],
    ['in proportion where the rule has changed', 10, { paid: 100, stands: 55 }, 20, 5],
    ['of nothing paid', 10, { paid: 0, stands: 0 }, 10, 0],
    ['of nothing paid, by a rule that gives none', 0, { paid: 0, stands: 5 }, 10, 0],
  ])('%s', (_name, given, ofPaid, every, stay) => {
    expect(pointsThatStand(toPoints(given), ofPaid, every)).toBe(stay);
  });
});
