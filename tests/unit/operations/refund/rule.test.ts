import { describe, expect, it } from 'vitest';
import { refundReasons, type RefundReason } from '#src/contract/vouchers/refund.ts';
import {
  decideRefund,
  isCapped,
  refundCapSince,
  type RefundableVoucher,
} from '#src/operations/refund/rule.ts';

const at = new Date('2026-11-25T15:00:00Z');
const voucher = (id: string, own: Partial<RefundableVoucher> = {}): RefundableVoucher => ({
  id,
  personId: 'luz',
  balance: 6_000,
  expiresAt: null,
  closedAs: null,
  isPromised: false,
  ...own,
});
type Given = {
  shown?: readonly number[];
  reason?: RefundReason;
  on?: boolean;
  cap?: number;
  refunded?: Record<string, number>;
};
const decide = (vouchers: readonly (RefundableVoucher | null)[], given: Given = {}) => {
  const {
    shown = vouchers.map(() => 6_000),
    reason = 'ERROR',
    on = true,
    cap = 100_000,
    refunded = {},
  } = given;
  const facts = { rules: { on, cap }, vouchers, refunded: new Map(Object.entries(refunded)) };
  return decideRefund({ shown, reason, at }, facts);
};
const codeOf = (...given: Parameters<typeof decide>) => {
  const decided = decide(...given);
  return decided.kind === 'refuse' ? decided.code : decided.kind;
};

describe('a refund', () => {
  it('refunds every voucher on the list', () => {
    const both = [voucher('a'), voucher('b', { balance: 7 })];
    expect(decide(both, { shown: [6_000, 7] })).toEqual({ kind: 'post', plan: both });
  });

  it('is refused while the market has refunds off', () => {
    expect(codeOf([voucher('a')], { on: false })).toBe('REFUNDS_OFF');
    expect(codeOf([null], { on: false })).toBe('REFUNDS_OFF');
  });

  it('refuses all when one voucher is unknown or named twice', () => {
    expect(codeOf([voucher('a'), null])).toBe('UNKNOWN_VOUCHER');
    expect(codeOf([voucher('a'), voucher('a')])).toBe('UNKNOWN_VOUCHER');
  });

  it('refuses all when one balance differs from the list', () => {
    for (const shown of [5_999, 6_001])
      expect(codeOf([voucher('a'), voucher('b')], { shown: [6_000, shown] })).toBe('LIST_MOVED');
  });

  it('refuses a voucher from the moment of its expiry', () => {
    expect(codeOf([voucher('a', { expiresAt: at })])).toBe('VOUCHER_EXPIRED');
    expect(codeOf([voucher('a', { expiresAt: new Date(at.getTime() + 1) })])).toBe('post');
    for (const closedAs of ['expired', 'refunded'] as const)
      expect(codeOf([voucher('a', { expiresAt: at, closedAs })]), 'after a void').toBe('post');
  });

  it('refuses a voucher that a sale in review may still take', () => {
    expect(codeOf([voucher('a', { isPromised: true })])).toBe('VOUCHER_IN_REVIEW');
  });
});

describe('the cap of a refund', () => {
  it('limits to the peso what a person has got and gets, and names the rest', () => {
    const asked = [voucher('a'), voucher('b')];
    expect(codeOf(asked, { cap: 15_000, refunded: { luz: 3_000 } })).toBe('post');
    expect(decide(asked, { cap: 15_000, refunded: { luz: 3_001 } })).toEqual({
      kind: 'refuse',
      code: 'REFUND_OVER_CAP',
      left: 11_999,
    });
    expect(decide(asked, { cap: 15_000, refunded: { luz: 16_000 } })).toMatchObject({ left: 0 });
  });

  it('is separate for each person', () => {
    const two = [voucher('a'), voucher('b', { personId: 'rosa' })];
    expect(codeOf(two, { cap: 6_000 })).toBe('post');
    expect(codeOf(two, { cap: 6_000, refunded: { rosa: 1 } })).toBe('REFUND_OVER_CAP');
  });

  it('only counts reasons that the market decides', () => {
    const capped = refundReasons.filter((reason) => isCapped(reason));
    expect(capped).toEqual(['ERROR', 'RETRACT', 'DEATH']);
    for (const reason of refundReasons)
      expect(codeOf([voucher('a')], { cap: 5_999, reason })).toBe(
        isCapped(reason) ? 'REFUND_OVER_CAP' : 'post',
      );
  });

  it('counts refunds of 365 days', () => {
    expect(refundCapSince(at)).toEqual(new Date('2025-11-25T15:00:00Z'));
  });
});
