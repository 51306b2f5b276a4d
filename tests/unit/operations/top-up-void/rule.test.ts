import { describe, expect, it } from 'vitest';
import { decideTopUpVoid, type TopUpVoidFacts } from '#src/operations/top-up-void/rule.ts';
import { trustedEntry } from '#tests/support/market/trusted-entry.ts';

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
const trusted = { ...trustedEntry, isInTime: true, isOwn: true };
const decide = (own: Partial<TopUpVoidFacts>, entry: Partial<typeof trusted> | null = null) =>
  decideTopUpVoid({ ...facts, ...own }, entry && { ...trusted, ...entry });

describe('a void of a top-up', () => {
  it('takes the cash from its till', () => {
    const posted = { kind: 'post', plan: { paidFrom: 'TILL' } };
    expect(decide({})).toEqual(posted);
    expect(decide({}, {})).toEqual(posted);
  });

  it("names the remaining balance and the till's cash", () => {
    expect(decide({ balance: 40 })).toMatchObject({ left: 40 });
    expect(decide({ till: 99 })).toMatchObject({ left: 99 });
  });

  it('becomes a line when its entry is doubtful, of another point, or late', () => {
    for (const [entry, reason] of [
      [{ isFork: true }, 'JOURNAL_FORK'],
      [{ isOwn: false }, 'NOT_OPERATOR'],
      [{ isInTime: false }, 'TIME_IMPLAUSIBLE'],
    ] as const)
      expect(decide({}, entry)).toEqual({ kind: 'review', reason });
  });

  it("is its market's on any day, from the market's cash when the till has less", () => {
    expect(decide({ point: null, till: 0 })).toEqual({ kind: 'post', plan: { paidFrom: 'MARKET' } });
  });
});
