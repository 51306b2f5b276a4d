import { describe, expect, it } from 'vitest';
import { voucherStates } from '#src/contract/vouchers/schemas.ts';
import { decideJoin, type JoinFacts, type JoinPart } from '#src/operations/join/rule.ts';

const day = (n: number) => new Date(Date.UTC(2026, 2, n));
const part: JoinPart = {
  state: 'ACTIVE',
  balance: 300,
  expiresAt: day(1),
  personId: 'luz',
  marketId: 'plaza',
  identificacion: '1234567',
};
const facts: JoinFacts = { parts: [part, part], isNewTaken: false, till: null };
const decide = (own: Partial<JoinFacts>, identificacion = '1.234.567') =>
  decideJoin({ identificacion }, { ...facts, ...own });
const codeOf = (...given: Parameters<typeof decide>) => {
  const decided = decide(...given);
  return decided.kind === 'refuse' ? decided.code : 'post';
};

describe('a join of vouchers', () => {
  it('adds up their balances and expires with the last of them, or never when one never does', () => {
    const parts = [part, { ...part, balance: 200, expiresAt: day(9) }];
    expect(decide({ parts })).toEqual({
      kind: 'post',
      plan: { amount: 500, expiresAt: day(9), usesCode: false },
    });
    const endless = { ...part, expiresAt: null };
    expect(decide({ parts: [...parts, endless] })).toEqual({
      kind: 'post',
      plan: { amount: 800, expiresAt: null, usesCode: false },
    });
  });

  it.each([
    [{ parts: null }, 'UNKNOWN_VOUCHER'],
    [{ parts: [] }, 'JOIN_UNFIT'],
    [{ parts: [part] }, 'JOIN_UNFIT'],
    [{ parts: [part, { ...part, personId: 'eva' }] }, 'JOIN_UNFIT'],
    [{ parts: [part, { ...part, marketId: 'other' }] }, 'JOIN_UNFIT'],
    [{ isNewTaken: true }, 'VOUCHER_EXISTS'],
  ] as const)('is refused: %o', (own, code) => {
    expect(codeOf(own)).toBe(code);
  });

  it('is refused for another document than the owner\u2019s', () => {
    expect(codeOf({}, '7654321')).toBe('IDENTIFICATION_MISMATCH');
  });

  it.each(voucherStates.filter((state) => state !== 'ACTIVE'))('takes no voucher that is %s', (state) => {
    expect(codeOf({ parts: [part, { ...part, state }], isNewTaken: true })).toBe(`VOUCHER_${state}`);
  });

  it('requires a till to scan each voucher, or a market code', () => {
    const till = (isFromList: boolean, code: 'none' | 'valid' | 'invalid') =>
      codeOf({ till: { isFromList, code } });
    expect(till(false, 'none')).toBe('post');
    expect(till(false, 'invalid')).toBe('post');
    expect(till(true, 'none')).toBe('MARKET_CODE_INVALID');
    expect(till(true, 'invalid')).toBe('MARKET_CODE_INVALID');
    expect(decide({ till: { isFromList: true, code: 'valid' } })).toMatchObject({ plan: { usesCode: true } });
    expect(decide({ till: { isFromList: false, code: 'valid' } })).toMatchObject({
      plan: { usesCode: false },
    });
  });
});
