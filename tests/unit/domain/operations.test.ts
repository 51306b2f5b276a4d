import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPoints, type Points } from '#src/contract/brands.ts';
import { doubtOf, isTimePlausible, type JournalFacts } from '#src/domain/operations/journal/doubt.ts';
import { decideRedemption, type RedemptionFacts } from '#src/domain/operations/redemption.ts';
import { cashSourceOf, decideTopUpVoid, type TopUpVoidFacts } from '#src/domain/operations/top-up-void.ts';
import { coveredBy, decideVoid, type PurchaseStanding } from '#src/domain/operations/void.ts';
import { decideWithdrawal } from '#src/domain/operations/withdrawal.ts';
import { noPoints } from '#tests/support/market/no-points.ts';
import { trustedEntry } from '#tests/support/market/trusted-entry.ts';

const journal = fc.record<JournalFacts>({
  isRevoked: fc.boolean(),
  operator: fc.option(fc.record({ isActive: fc.boolean(), isSuspended: fc.boolean() })),
  isOfBefore: fc.boolean(),
  isFork: fc.boolean(),
  isProven: fc.constant(false),
});
const standing = fc
  .tuple(fc.nat(50), fc.nat(50), fc.nat(50))
  .map(([covered, uncovered, assigned]): PurchaseStanding => ({
    stands: covered + uncovered + assigned,
    uncovered,
    assigned,
    points: noPoints,
  }));
const shares = fc.array(standing, { minLength: 1, maxLength: 4 });
/** no customer's points matter */
const nobody = new Map();
const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);

describe('a void', () => {
  it('is posted as requested, within each share, or not at all', () => {
    fc.assert(
      fc.property(
        shares,
        fc.option(fc.integer({ min: 1, max: 300 })),
        fc.nat(200),
        (all, amount, payable) => {
          const decided = decideVoid(
            { amount },
            { shares: all, stall: { isSameDay: true, payable, points: nobody } },
          );
          if (decided.kind === 'refuse') return;
          const given = decided.plan.map((part) => part.amount);
          expect(sumOf(given)).toBe(amount ?? sumOf(all.map(({ stands }) => stands)));
          for (const [n, part] of decided.plan.entries()) {
            const { stands = 0, uncovered = 0, assigned = 0 } = all[n] ?? {};
            expect(part.amount).toBeLessThanOrEqual(stands - assigned);
            expect(part.fromUncovered).toBe(Math.min(uncovered, part.amount));
          }
          expect(coveredBy(decided.plan)).toBeLessThanOrEqual(payable);
        },
      ),
    );
  });

  it('returns money from the last share first', () => {
    const two = [
      { stands: 10, uncovered: 0, assigned: 0, points: noPoints },
      { stands: 5, uncovered: 5, assigned: 0, points: noPoints },
    ];
    expect(decideVoid({ amount: 7 }, { shares: two, stall: null })).toEqual({
      kind: 'post',
      plan: [
        { amount: 2, fromUncovered: 0, points: 0 },
        { amount: 5, fromUncovered: 5, points: 0 },
      ],
    });
  });

  it('gives the reason of a refusal', () => {
    const of = (own: Partial<PurchaseStanding>) => [
      { stands: 10, uncovered: 0, assigned: 0, points: noPoints, ...own },
    ];
    const stall = { isSameDay: true, payable: 9, points: nobody };
    const code = (...given: Parameters<typeof decideVoid>) => {
      const decided = decideVoid(...given);
      return decided.kind === 'refuse' ? [decided.code, decided.left] : decided.kind;
    };
    expect(code({ amount: null }, { shares: of({ stands: 0 }), stall })).toEqual([
      'ALREADY_VOIDED',
      undefined,
    ]);
    expect(code({ amount: 1 }, { shares: of({}), stall: { ...stall, isSameDay: false } })).toEqual([
      'VOID_TOO_LATE',
      undefined,
    ]);
    expect(code({ amount: null }, { shares: of({ assigned: 1 }), stall: null })).toEqual([
      'SALE_ASSIGNED',
      undefined,
    ]);
    expect(code({ amount: 10 }, { shares: of({ assigned: 1 }), stall: null })).toEqual(['VOID_TOO_MUCH', 9]);
    expect(code({ amount: 10 }, { shares: of({}), stall })).toEqual(['ALREADY_PAID_OUT', undefined]);
    expect(code({ amount: 9 }, { shares: of({}), stall })).toBe('post');
    expect(code({ amount: 10 }, { shares: of({ uncovered: 1 }), stall })).toBe('post');
  });
});

describe('the points of a sale that is voided', () => {
  const points = fc.integer({ min: -50, max: 50 }).map(toPoints);
  const one = (earned: number, gone = 0) => ({
    stands: 10,
    uncovered: 0,
    assigned: 0,
    points: {
      ...noPoints,
      earned: toPoints(earned),
      gone: toPoints(gone),
      paid: 10,
      pointsEvery: 1,
      ownerId: 'luz',
    },
  });
  const decide = (balance: Points, redeemedSince: Points, amount: number | null = null, gone = 0) =>
    decideVoid(
      { amount },
      {
        shares: [one(10, gone)],
        stall: { isSameDay: true, payable: 10, points: new Map([['luz', { balance, redeemedSince }]]) },
      },
    );

  it('never fall below 0 through a stall after a redemption, but always through the market', () => {
    fc.assert(
      fc.property(
        points,
        fc.nat(20).map(toPoints),
        fc.integer({ min: 1, max: 10 }),
        (balance, since, amount) => {
          const isSpent = balance < amount && since > 0;
          expect(decide(balance, since, amount)).toEqual(
            isSpent
              ? { kind: 'refuse', code: 'POINTS_SPENT' }
              : { kind: 'post', plan: [{ amount, fromUncovered: 0, points: amount }] },
          );
          expect(decideVoid({ amount }, { shares: [one(10)], stall: null }).kind).toBe('post');
        },
      ),
    );
  });

  it("are counted together for one customer's shares, and separately for two customers'", () => {
    const held = (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { balance: toPoints(15), redeemedSince: toPoints(1) }]));
    const other = { ...one(10), points: { ...one(10).points, ownerId: 'eva' } };
    const stall = { isSameDay: true, payable: 20 };
    const both = { shares: [one(10), one(10)], stall: { ...stall, points: held(['luz']) } };
    expect(decideVoid({ amount: null }, both)).toMatchObject({ code: 'POINTS_SPENT' });
    const apart = { shares: [one(10), other], stall: { ...stall, points: held(['luz', 'eva']) } };
    expect(decideVoid({ amount: null }, apart).kind).toBe('post');
  });

  it('that an earlier part removed are not removed again', () => {
    expect(decide(toPoints(0), toPoints(9), null, 10)).toMatchObject({ kind: 'post', plan: [{ points: 0 }] });
  });
});

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
        journal,
        fc.boolean(),
        shares,
        fc.boolean(),
        fc.nat(200),
        (facts, isInTime, all, isSameDay, payable) => {
          const sale = { shares: all, stall: { isSameDay, payable, points: nobody } };
          const decision = decideWithdrawal({ state: 'paid', sale }, { ...facts, isInTime });
          if (decision.kind !== 'post' || decision.plan.kind !== 'void') return;
          expect([doubtOf(facts), isInTime]).toEqual([null, true]);
          expect(decideVoid({ amount: null }, sale)).toEqual({ kind: 'post', plan: decision.plan.plan });
        },
      ),
    );
  });

  it('of a sale whose loss was assigned goes to a person', () => {
    const sale = { shares: [{ stands: 10, uncovered: 0, assigned: 1, points: noPoints }], stall: null };
    expect(decideWithdrawal({ state: 'paid', sale }, { ...trustedEntry, isInTime: true })).toEqual({
      kind: 'review',
      reason: 'SPENT_ELSEWHERE',
    });
  });
});

describe('the void of a top-up', () => {
  const facts: TopUpVoidFacts = {
    amount: 100,
    balance: 100,
    isVoided: false,
    isBlocked: false,
    isExpired: false,
    isPromised: false,
    point: { isSameDay: true },
    till: 100,
    missingAtCount: null,
  };
  const entry = { ...trustedEntry, isOwn: true, isInTime: true };

  it.each([
    [{}, 'post', 'post'],
    [{ isVoided: true }, 'TOP_UP_VOIDED', 'TOP_UP_UNDONE'],
    [{ balance: 99 }, 'TOP_UP_USED', 'SPENT_ELSEWHERE'],
    [{ isBlocked: true }, 'VOUCHER_BLOCKED', 'VOUCHER_BLOCKED'],
    [{ isExpired: true }, 'VOUCHER_EXPIRED', 'TIME_IMPLAUSIBLE'],
    [{ isPromised: true }, 'TOP_UP_IN_REVIEW', 'SPENT_ELSEWHERE'],
    [{ point: { isSameDay: false } }, 'TOP_UP_VOID_TOO_LATE', 'TOO_LATE'],
    [{ till: 99 }, 'TILL_SHORT', 'TILL_SHORT'],
    [{ till: 99, missingAtCount: 99 }, 'TILL_SHORT', 'TILL_SHORT'],
    [{ till: 99, missingAtCount: 100 }, 'post', 'post'],
    [{ till: 0, point: null }, 'post', 'post'],
  ] as const)('%o is %s by a call, and %s by a journal', (own, byCall, byJournal) => {
    const given = { ...facts, ...own };
    const call = decideTopUpVoid(given, null);
    expect(call.kind === 'refuse' ? call.code : call.kind).toBe(byCall);
    const written = decideTopUpVoid(given, entry);
    expect(written.kind === 'review' ? written.reason : written.kind).toBe(byJournal);
  });

  it("posts by a journal nothing that a call would not, and never the market's cash for a point", () => {
    fc.assert(
      fc.property(journal, fc.boolean(), fc.boolean(), fc.nat(200), (from, isOwn, isInTime, till) => {
        const decision = decideTopUpVoid({ ...facts, till }, { ...from, isOwn, isInTime });
        if (decision.kind !== 'post') return;
        expect([doubtOf(from), isOwn, isInTime, till >= 100]).toEqual([null, true, true, true]);
        expect(decision.plan).toEqual({ paidFrom: 'TILL' });
      }),
    );
  });

  it('takes the cash from its source', () => {
    expect(cashSourceOf({ amount: 100, till: 100, missingAtCount: 100 })).toBe('DIFFERENCE');
    expect(cashSourceOf({ amount: 100, till: 100, missingAtCount: 99 })).toBe('TILL');
    expect(cashSourceOf({ amount: 100, till: 99, missingAtCount: null })).toBe('MARKET');
  });
});

describe('the time of an entry', () => {
  it("is between the last contact without it and its arrival, within the clocks' tolerance", () => {
    const at = (occurredAt: number) => isTimePlausible({ occurredAt, notBefore: 1_000_000, now: 2_000_000 });
    expect([699_999, 700_000, 2_300_000, 2_300_001].map(at)).toEqual([false, true, true, false]);
  });
});
