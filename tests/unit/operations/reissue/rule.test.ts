import { describe, expect, it } from 'vitest';
import { decideReissue, type ReissueFacts } from '#src/operations/reissue/rule.ts';

const now = new Date('2026-03-28T14:00:00Z');
const voucher = { balance: 700, expiresAt: null, identificacion: '1234567' };
const facts: ReissueFacts = { voucher, isNewTaken: false, till: null, now };
const decide = (own: Partial<ReissueFacts>, identificacion = '1.234.567') =>
  decideReissue({ identificacion }, { ...facts, ...own });
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

  it("is allowed to a till at once with a market code, also beyond the day's limit", () => {
    const till = { code: 'valid', blockedAt: null, delayMs: 0, perDay: 5, doneToday: 9 } as const;
    expect(decide({ till })).toEqual({ kind: 'post', plan: { amount: 700, usesCode: true } });
  });
});
