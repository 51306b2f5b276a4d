import { describe, expect, it } from 'vitest';
import { voucherStates, type VoucherState } from '#src/contract/vouchers/schemas.ts';
import { chargedInstead, decidePurchaseAtStall, isQueued } from '#src/operations/purchase/rule.ts';

const active = (monto: number) => ({ monto, state: 'ACTIVE' as const });
const atOwnStall = (voucher: { monto: number; state: VoucherState }, price: number) =>
  decidePurchaseAtStall({ isStallActive: true, voucher, creditLeft: null, charged: null }, price);

describe('a purchase', () => {
  it('is refused in every state but active, and accepted up to the balance', () => {
    for (const state of voucherStates) {
      const code = atOwnStall({ monto: 5, state }, 5)?.code ?? null;
      expect([state, code]).toEqual([state, state === 'ACTIVE' ? null : `VOUCHER_${state}`]);
    }
    const at = (price: number) => atOwnStall(active(5), price);
    expect(at(6)).toEqual({ code: 'INSUFFICIENT_BALANCE', left: 5 });
    expect(atOwnStall(active(0), 6)?.code).toBe('VOUCHER_SPENT');
    expect(at(0)).toEqual({ code: 'AMOUNT_ZERO', left: 5 });
  });

  it("at another market's stall is limited by the voucher's market's credit, after the other rules", () => {
    const at = (price: number, creditLeft: number | null, monto = 500) =>
      decidePurchaseAtStall(
        { isStallActive: true, voucher: active(monto), creditLeft, charged: null },
        price,
      );
    expect([at(100, 100), at(100, null), at(500, 500)]).toEqual([null, null, null]);
    expect(at(101, 100)).toEqual({ code: 'CLEARING_LIMIT', left: 500 });
    expect(at(1, 0)?.code).toBe('CLEARING_LIMIT');
    // Lowered below the present debt.
    expect(at(1, -300)?.code).toBe('CLEARING_LIMIT');
    expect(at(501, 0)?.code).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('a purchase that waited on its holder\u2019s device', () => {
  const charged = { stall: 'Rosalba', amount: 7, hour: '14:50', code: 'C-957' };
  const sold = { price: 7, recordedAt: 100, isVoided: false, charged };
  const purchase = { price: 7, occurredAt: 100, stallPurchases: [sold] };

  it('was charged by the stall meanwhile at the same price', () => {
    expect(chargedInstead(purchase)).toEqual(charged);
    expect(chargedInstead({ ...purchase, price: 8 })).toBeNull();
    expect(chargedInstead({ ...purchase, stallPurchases: [{ ...sold, isVoided: true }] })).toBeNull();
    expect(chargedInstead({ ...purchase, stallPurchases: [{ ...sold, recordedAt: 99 }] })).toBeNull();
    expect(chargedInstead({ ...purchase, stallPurchases: [{ ...sold, price: 6 }, sold] })).toEqual(charged);
  });

  it('is another one when it arrives within 5 s', () => {
    expect([isQueued(100, 5_100), isQueued(100, 5_101)]).toEqual([false, true]);
  });

  it('is refused before any other rule is asked', () => {
    const nothing = { isStallActive: false, voucher: null, creditLeft: null };
    const refusal = { code: 'ALREADY_CHARGED', charged };
    expect(decidePurchaseAtStall({ ...nothing, charged }, 0)).toEqual(refusal);
  });
});
