import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtOf } from '#src/operations/doubt.ts';
import { decideRedemption, type RedemptionFacts } from '#src/operations/redemption/rule.ts';
import { decideVoid } from '#src/operations/void/rule.ts';
import { decideWithdrawal } from '#src/operations/withdrawal/rule.ts';
import { toPoints } from '#src/protocol/brands.ts';
import { anyEntry } from '#tests/support/market/trusted-entry.ts';

const standing = fc.record({
  price: fc.integer({ min: 1, max: 200 }),
  isVoided: fc.boolean(),
  missing: fc.constant(0),
  isAssigned: fc.boolean(),
  points: fc.constant(toPoints(0)),
});
const points = { balance: toPoints(0), redeemedSince: toPoints(0) };

const money = { max: 2_000_000, leftToday: 1_000_000 };

describe('a redemption', () => {
  const nat = fc.nat(100).map(toPoints);
  it('takes only redeemable points, at the price that the customer saw', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 100 }).map(toPoints),
        fc.integer({ min: 1, max: 100 }).map(toPoints),
        fc.option(nat),
        (points, cost, pointsCost) => {
          const facts = { isCustomerKnown: true, reward: { cost, amount: null }, money, points };
          const decided = decideRedemption({ pointsCost }, facts);
          const isSeen = pointsCost === null || pointsCost === cost;
          if (decided.kind === 'post') {
            expect([isSeen, cost <= points]).toEqual([true, true]);
            expect(decided.plan).toEqual({ points: cost, left: points - cost });
          } else if (!isSeen) expect(decided.code).toBe('REWARD_CHANGED');
          else
            expect(decided).toEqual({
              kind: 'refuse',
              code: 'NOT_ENOUGH_POINTS',
              left: Math.max(0, points),
            });
        },
      ),
    );
  });

  it('needs a known customer and an offered reward', () => {
    const points = toPoints(9);
    const code = (own: Partial<RedemptionFacts>) =>
      decideRedemption(
        { pointsCost: null },
        { isCustomerKnown: true, reward: { cost: toPoints(9), amount: null }, money, points, ...own },
      );
    expect(code({ isCustomerKnown: false })).toEqual({ kind: 'refuse', code: 'UNKNOWN_CUSTOMER' });
    expect(code({ reward: null })).toEqual({ kind: 'refuse', code: 'UNKNOWN_REWARD' });
    expect(code({}).kind).toBe('post');
  });

  it('is limited by the maximum top-up and the rest of the market’s day', () => {
    const points = toPoints(9);
    const decide = (amount: number | null, leftToday: number) => {
      const reward = { cost: toPoints(9), amount };
      const facts = { isCustomerKnown: true, reward, points, money: { max: 500, leftToday } };
      return decideRedemption({ pointsCost: null }, facts);
    };
    expect([decide(500, 500).kind, decide(null, -1).kind, decide(300, 300).kind]).toEqual(
      Array(3).fill('post'),
    );
    expect(decide(501, 900)).toEqual({ kind: 'refuse', code: 'AMOUNT_TOO_LARGE' });
    expect(decide(301, 300)).toEqual({ kind: 'refuse', code: 'REWARDS_OF_DAY', left: 300 });
    expect(decide(1, -200)).toEqual({ kind: 'refuse', code: 'REWARDS_OF_DAY', left: 0 });
  });
});

describe('a withdrawal', () => {
  it('posts no void that its stall could not make, whatever its device claims', () => {
    fc.assert(
      fc.property(
        anyEntry,
        fc.boolean(),
        standing,
        fc.boolean(),
        fc.nat(200),
        (facts, isInTime, of, isSameDay, payable) => {
          const sale = { ...of, stall: { isSameDay, payable, points } };
          const decision = decideWithdrawal({ state: 'paid', facts: sale }, { ...facts, isInTime });
          if (decision.kind !== 'post' || decision.plan.kind !== 'void') return;
          expect([doubtOf(facts), isInTime]).toEqual([null, true]);
          expect(decideVoid(sale)).toEqual({ kind: 'post', plan: decision.plan.plan });
        },
      ),
    );
  });
});
