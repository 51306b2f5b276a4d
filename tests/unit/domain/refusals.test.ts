import { describe, expect, it } from 'vitest';
import { refusalCodes } from '#src/contract/refusal-code.ts';
import { exhaustsVoucher, leftOf, refusals, retryOf } from '#src/contract/refusals.ts';
import { voucherStates } from '#src/contract/vouchers/schemas.ts';
import { decidePurchase } from '#src/operations/purchase/rule.ts';
import { toAmount } from '#src/protocol/brands.ts';

describe('the table of refusals', () => {
  it('marks the voucher as exhausted for every state in which it does not pay', () => {
    for (const state of voucherStates) {
      const code = decidePurchase({ monto: toAmount(100), state }, 100)?.code;
      expect([state, exhaustsVoucher(code)]).toEqual([state, state !== 'ACTIVE']);
    }
  });

  it('defines which calls may be repeated, by status for an unknown code', () => {
    const again = refusalCodes.filter((code) => retryOf(code, refusals[code].status) !== 'never');
    expect(again.toSorted()).toEqual([
      'CAMERA_NEEDED',
      'CLIENT_TOO_OLD',
      'INTERNAL',
      'ROUTE_NOT_FOUND',
      'TOO_MANY_REQUESTS',
      'UNAVAILABLE',
      'WAITS_FOR_ANOTHER',
    ]);
    expect([503, 429, 500, 409, 404].map((status) => retryOf('OF_A_NEWER_SERVER', status))).toEqual([
      'busy',
      'busy',
      'notYet',
      'never',
      'never',
    ]);
    expect(exhaustsVoucher('toString')).toBe(false);
  });

  it('has one refusal that carries the balance', () => {
    expect(leftOf('INSUFFICIENT_BALANCE', { left: 5 })).toEqual({ left: 5 });
    expect(leftOf('REISSUE_TOO_EARLY', { left: 5 })).toEqual({});
    expect(leftOf('INSUFFICIENT_BALANCE', {})).toEqual({});
  });
});
