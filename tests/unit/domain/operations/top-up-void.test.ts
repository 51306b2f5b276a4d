import { describe, expect, it } from 'vitest';
import type { JournalFacts } from '#src/domain/operations/journal-doubt.ts';
import { cashSourceOf, decideTopUpVoid, type TopUpVoidFacts } from '#src/domain/operations/top-up-void.ts';

const facts: TopUpVoidFacts = {
  amount: 100,
  balance: 100,
  isVoided: false,
  isBlocked: false,
  isExpired: false,
  isPromised: false,
  point: { isSameDay: true },
  till: 300,
  missingAtCount: null,
};
const trusted: JournalFacts & { isInTime: boolean; isOwn: boolean } = {
  isRevoked: false,
  operator: { isActive: true, isSuspended: false },
  isVouched: true,
  isOfBefore: false,
  isFork: false,
  isProven: false,
  isInTime: true,
  isOwn: true,
};
const decide = (own: Partial<TopUpVoidFacts>, entry: Partial<typeof trusted> | null = null) =>
  decideTopUpVoid({ ...facts, ...own }, entry && { ...trusted, ...entry });

describe('a top-up that is undone', () => {
  it('goes back out of its till', () => {
    const posted = { kind: 'post', plan: { paidFrom: 'TILL' } };
    expect(decide({})).toEqual(posted);
    expect(decide({}, {})).toEqual(posted);
  });

  it.each([
    [{ isVoided: true }, 'TOP_UP_VOIDED', 'TOP_UP_UNDONE'],
    [{ balance: 99 }, 'TOP_UP_USED', 'SPENT_ELSEWHERE'],
    [{ isBlocked: true }, 'VOUCHER_BLOCKED', 'VOUCHER_BLOCKED'],
    [{ isExpired: true }, 'VOUCHER_EXPIRED', 'TIME_IMPLAUSIBLE'],
    [{ isPromised: true }, 'TOP_UP_IN_REVIEW', 'SPENT_ELSEWHERE'],
    [{ point: { isSameDay: false } }, 'TOP_UP_VOID_TOO_LATE', 'TOO_LATE'],
    [{ till: 99 }, 'TILL_SHORT', 'TILL_SHORT'],
  ] as const)(
    'is refused to a call and is a line by a journal, whose cash is gone: %o',
    (own, code, reason) => {
      expect(decide(own)).toMatchObject({ kind: 'refuse', code });
      expect(decide(own, {})).toEqual({ kind: 'review', reason });
    },
  );

  it('says what is left of it, and what its till holds', () => {
    expect(decide({ balance: 40 })).toMatchObject({ left: 40 });
    expect(decide({ till: 99 })).toMatchObject({ left: 99 });
  });

  it('is a line where the entry is doubtful, of another point, or out of its time', () => {
    for (const [entry, reason] of [
      [{ isVouched: false }, 'OPERATOR_UNSIGNED'],
      [{ isOwn: false }, 'NOT_OPERATOR'],
      [{ isInTime: false }, 'TIME_IMPLAUSIBLE'],
    ] as const)
      expect(decide({}, entry)).toEqual({ kind: 'review', reason });
  });

  it("is its market's on any day, out of its own cash where the till holds less", () => {
    expect(decide({ point: null, till: 0 })).toEqual({ kind: 'post', plan: { paidFrom: 'MARKET' } });
  });

  it.each([
    [100, null, 'TILL'],
    [99, null, 'MARKET'],
    [100, 100, 'DIFFERENCE'],
    [100, 99, 'TILL'],
  ] as const)('of a till with %d and a count that missed %s: %s', (till, missingAtCount, source) => {
    expect(cashSourceOf({ amount: 100, till, missingAtCount })).toBe(source);
    expect(cashSourceOf({ amount: 0, till: 0, missingAtCount: null })).toBe('TILL');
  });
});
