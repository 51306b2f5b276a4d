import { describe, expect, it } from 'vitest';
import { decideReissue, type ReissueFacts, type TillReissues } from '#src/operations/reissue/rule.ts';

const minute = 60_000;
const now = new Date('2026-03-28T14:00:00Z');
const voucher = { balance: 700, expiresAt: null, identificacion: '1234567' };
const facts: ReissueFacts = { voucher, isNewTaken: false, till: null, now };
const till: TillReissues = {
  code: 'none',
  blockedAt: now.getTime() - 30 * minute,
  delayMs: 30 * minute,
  perDay: 5,
  doneToday: 4,
};
const decide = (own: Partial<ReissueFacts>, identificacion = '1.234.567') =>
  decideReissue({ identificacion }, { ...facts, ...own });
const ofTill = (own: Partial<TillReissues>) => decide({ till: { ...till, ...own } });
const post = { kind: 'post', plan: { amount: 700, usesCode: false } };

describe('a reissue', () => {
  it('moves the whole remaining balance', () => {
    expect(decide({})).toEqual(post);
  });

  it.each([
    [{ voucher: null }, 'UNKNOWN_VOUCHER'],
    [{ voucher: { ...voucher, expiresAt: now } }, 'VOUCHER_EXPIRED'],
    [{ voucher: { ...voucher, balance: 0 } }, 'VOUCHER_SPENT'],
    [{ isNewTaken: true }, 'VOUCHER_EXISTS'],
  ] as const)('is refused: %o', (own, code) => {
    expect(decide(own)).toEqual({ kind: 'refuse', code });
  });

  it('is refused for another document than the owner\u2019s, and allowed until the last moment', () => {
    expect(decide({}, '7654321')).toEqual({ kind: 'refuse', code: 'IDENTIFICATION_MISMATCH' });
    const expiresAt = new Date(now.getTime() + 1);
    expect(decide({ voucher: { ...voucher, expiresAt } })).toEqual(post);
  });
});

describe("a till's reissue", () => {
  it('is allowed some time after the block, and a limited number per day', () => {
    expect(ofTill({})).toEqual(post);
    expect(ofTill({ blockedAt: null })).toEqual({ kind: 'refuse', code: 'REISSUE_NOT_BLOCKED' });
    expect(ofTill({ doneToday: 5 })).toEqual({ kind: 'refuse', code: 'REISSUE_LIMIT' });
    expect(ofTill({ perDay: 0, doneToday: 0 })).toEqual({ kind: 'refuse', code: 'REISSUE_LIMIT' });
  });

  it('names the minutes to wait', () => {
    const early = (ms: number) => ofTill({ blockedAt: now.getTime() - 30 * minute + ms });
    expect(early(1)).toEqual({ kind: 'refuse', code: 'REISSUE_TOO_EARLY', left: 1 });
    expect(early(minute + 1)).toEqual({ kind: 'refuse', code: 'REISSUE_TOO_EARLY', left: 2 });
  });

  it('is allowed at once with a market code, and not at all with a wrong one', () => {
    const none = { blockedAt: null, doneToday: 9 };
    expect(ofTill({ ...none, code: 'valid' })).toEqual({
      kind: 'post',
      plan: { amount: 700, usesCode: true },
    });
    expect(ofTill({ code: 'invalid' })).toEqual({ kind: 'refuse', code: 'MARKET_CODE_INVALID' });
  });
});
