import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredBy, decideVoid, type VoidFacts } from '#src/operations/void/rule.ts';
import { toPoints } from '#src/protocol/brands.ts';

const sale: VoidFacts = {
  price: 100,
  isVoided: false,
  missing: 0,
  isAssigned: false,
  points: toPoints(10),
  stall: null,
};
const held = (balance: number, redeemedSince: number) => ({
  balance: toPoints(balance),
  redeemedSince: toPoints(redeemedSince),
});
const byStall = (own: Partial<NonNullable<VoidFacts['stall']>>, of: Partial<VoidFacts> = {}): VoidFacts => ({
  ...sale,
  ...of,
  stall: { isSameDay: true, payable: 100, points: held(10, 0), ...own },
});

describe('a void of a sale', () => {
  it.each([
    ['of its market', sale, 0],
    ['of its stall, with the last of its balance', byStall({}), 0],
    ['whose shortfall no voucher paid', { ...sale, missing: 20 }, 20],
    ['of its stall, which owes only what the voucher paid', byStall({ payable: 80 }, { missing: 20 }), 20],
  ])('%s returns the whole price', (_name, facts, fromUncovered) => {
    expect(decideVoid(facts)).toEqual({ kind: 'post', plan: { price: 100, fromUncovered, points: 10 } });
  });

  it.each([
    ['that is voided', byStall({ isSameDay: false }, { isVoided: true }), 'ALREADY_VOIDED'],
    ['of another day, by its stall', byStall({ isSameDay: false }), 'VOID_TOO_LATE'],
    ['whose loss was assigned', { ...sale, missing: 1, isAssigned: true }, 'SALE_ASSIGNED'],
    ['that its stall was paid for', byStall({ payable: 99 }), 'ALREADY_PAID_OUT'],
    ['whose points were redeemed since', byStall({ points: held(9, 1) }), 'POINTS_SPENT'],
  ])('%s is refused', (_name, facts, code) => {
    expect(decideVoid(facts)).toMatchObject({ kind: 'refuse', code });
  });

  it('gives its stall at most its balance, and leaves no debt of points after a redemption', () => {
    const facts = fc.record({
      price: fc.integer({ min: 1, max: 200 }),
      missing: fc.nat(200),
      points: fc.nat(20).map(toPoints),
      payable: fc.nat(200),
      balance: fc.integer({ min: -20, max: 20 }),
      since: fc.nat(20),
    });
    fc.assert(
      fc.property(facts, ({ price, missing, points, payable, balance, since }) => {
        const of = { price, missing: Math.min(missing, price), points };
        const decided = decideVoid(byStall({ payable, points: held(balance, since) }, of));
        const isSpent = points > 0 && points > balance && since > 0;
        expect(decided.kind).toBe(price - of.missing > payable || isSpent ? 'refuse' : 'post');
        if (decided.kind === 'post') expect(coveredBy(decided.plan)).toBe(price - of.missing);
        // Its market may, whatever the points.
        expect(decideVoid({ ...sale, ...of }).kind).toBe('post');
      }),
    );
  });
});
