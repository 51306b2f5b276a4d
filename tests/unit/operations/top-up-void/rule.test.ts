import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtOf } from '#src/operations/doubt.ts';
import {
  decideCashReturned,
  decideTopUpVoid,
  type TopUpVoidFacts,
} from '#src/operations/top-up-void/rule.ts';
import { anyEntry, trustedEntry } from '#tests/support/market/trusted-entry.ts';

const facts: TopUpVoidFacts = {
  amount: 100,
  isOwn: true,
  balance: 100,
  isVoided: false,
  isBlocked: false,
  isExpired: false,
  isPromised: false,
  point: { isSameDay: true },
  till: 100,
  missingAtCount: null,
};
const trusted = { ...trustedEntry, isInTime: true };

describe('a void of a top-up', () => {
  it.each([
    [{}, 'post', 'post'],
    [{ isOwn: false, isVoided: true }, 'UNKNOWN_TOP_UP', 'NOT_OPERATOR'],
    [{ isVoided: true }, 'TOP_UP_VOIDED', 'CASH_RETURNED'],
    [{ balance: 99 }, 'TOP_UP_USED', 'SPENT_ELSEWHERE'],
    [{ isBlocked: true }, 'VOUCHER_BLOCKED', 'VOUCHER_BLOCKED'],
    [{ isExpired: true }, 'VOUCHER_EXPIRED', 'TIME_IMPLAUSIBLE'],
    [{ isPromised: true }, 'TOP_UP_IN_REVIEW', 'SPENT_ELSEWHERE'],
    [{ point: { isSameDay: false } }, 'VOID_TOO_LATE', 'TOO_LATE'],
    [{ till: 99 }, 'TILL_SHORT', 'TILL_SHORT'],
    [{ till: 99, missingAtCount: 99 }, 'TILL_SHORT', 'TILL_SHORT'],
    [{ till: 99, missingAtCount: 100 }, 'post', 'post'],
    [{ till: 0, point: null }, 'post', 'post'],
  ] as const)('%o is %s by a call, and %s by a journal', (own, byCall, byJournal) => {
    const given = { ...facts, ...own };
    const call = decideTopUpVoid(given);
    expect(call.kind === 'refuse' ? call.code : call.kind).toBe(byCall);
    const written = decideCashReturned({ state: 'made', topUp: given }, trusted);
    expect(written.kind === 'review' ? written.reason : written.kind).toBe(byJournal);
  });

  it("posts by a journal nothing that a call would not, and never the market's cash for a point", () => {
    fc.assert(
      fc.property(anyEntry, fc.boolean(), fc.boolean(), fc.nat(200), (from, isOwn, isInTime, till) => {
        const topUp = { ...facts, till, isOwn };
        const decision = decideCashReturned({ state: 'made', topUp }, { ...from, isInTime });
        if (decision.kind !== 'post') return;
        expect([doubtOf(from), isOwn, isInTime, till >= 100]).toEqual([null, true, true, true]);
        expect(decision.plan).toEqual({ kind: 'void', plan: { paidFrom: 'TILL' } });
      }),
    );
  });

  it('names the remaining balance', () => {
    expect(decideTopUpVoid({ ...facts, balance: 40 })).toMatchObject({ left: 40 });
  });

  it('is refused without its top-up, which to a journal is another operation', () => {
    expect(decideTopUpVoid(null)).toEqual({ kind: 'refuse', code: 'UNKNOWN_TOP_UP' });
    const reused = { kind: 'refuse', code: 'KEY_REUSED' };
    expect(decideCashReturned({ state: 'made', topUp: null }, trusted)).toEqual(reused);
    expect(decideCashReturned({ state: 'reused' }, trusted)).toEqual(reused);
  });
});
