import { expect, it } from 'vitest';
import { decideExpiry } from '#src/operations/expiry/rule.ts';

const end = new Date('2026-11-25T05:00:00Z');
const voucher = { balance: 1, expiresAt: end, isPromised: false };

it('takes the balance from the moment of expiry', () => {
  expect(decideExpiry(voucher, end)).toEqual({ kind: 'post', plan: { amount: 1 } });
  expect(decideExpiry(voucher, new Date(end.getTime() - 1))).toMatchObject({ code: 'VOUCHER_NOT_EXPIRED' });
});

it('refuses a voucher that is unknown, unlimited, spent, or promised to a sale in review', () => {
  const code = (own: Partial<typeof voucher> | { expiresAt: null } | null) => {
    const decided = decideExpiry(own && { ...voucher, ...own }, end);
    return decided.kind === 'refuse' ? decided.code : decided.kind;
  };
  expect(code(null)).toBe('UNKNOWN_VOUCHER');
  expect(code({ expiresAt: null })).toBe('VOUCHER_NOT_EXPIRED');
  expect(code({ balance: 0 })).toBe('VOUCHER_SPENT');
  expect(code({ balance: 0, isPromised: true })).toBe('VOUCHER_SPENT');
  expect(code({ isPromised: true })).toBe('VOUCHER_IN_REVIEW');
});
