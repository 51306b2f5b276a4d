import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import { limitOver, limitsOfDevice, stallLimit } from '#src/domain/limits/device-limits.ts';
import { decideAssignment } from '#src/domain/operations/assignment.ts';
import { decideJoin, type JoinPart } from '#src/domain/operations/join.ts';
import { decideSettlement, defaultOfflineLimits } from '#src/domain/operations/offline-sale.ts';
import { decideReissue } from '#src/domain/operations/reissue.ts';
import { decidePurchaseAtStall } from '#src/domain/operations/sale.ts';
import { decideTopUpVoid } from '#src/domain/operations/top-up-void.ts';
import { decidePinChoice, isWeakVoucherPin } from '#src/domain/voucher/pin-choice.ts';
import { needsPin, spentWithoutPin, type PinFacts } from '#src/domain/voucher/voucher-pin.ts';

const market = { isStallActive: true, creditLeft: null };
const voucher = { monto: 200_000, state: 'ACTIVE' as const };

describe('a purchase with a voucher that has a PIN', () => {
  it('goes without the PIN up to what is free, and above it only with the PIN for this sale', () => {
    const at = (price: number, pin: PinFacts) =>
      decidePurchaseAtStall({ ...market, voucher, pin }, price)?.code ?? null;
    expect(at(50_000, { free: 50_000, isGiven: false })).toBeNull();
    expect(at(50_001, { free: 50_000, isGiven: false })).toBe('PIN_NEEDED');
    expect(at(50_001, { free: 0, isGiven: true })).toBeNull();
    expect(at(200_000, null)).toBeNull();
  });

  it('says of a sale that the balance does not cover that the balance is too low, PIN or not', () => {
    const known = { ...market, voucher, pin: { free: 0, isGiven: false } };
    expect(decidePurchaseAtStall(known, 200_001)?.code).toBe('INSUFFICIENT_BALANCE');
  });

  it('gives a finder at most the amount, however the sales are cut and whatever is voided between', () => {
    const sale = fc.record({ price: fc.integer({ min: 1, max: 90_000 }), isVoided: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(90_000), fc.array(sale, { maxLength: 30 }), (amount, sales) => {
        let free = amount;
        let taken = 0;
        for (const { price, isVoided } of sales) {
          const pin = { free, isGiven: false };
          if (needsPin(pin, price)) continue;
          free -= spentWithoutPin(pin, price);
          taken += isVoided ? 0 : price;
        }
        expect(taken).toBeLessThanOrEqual(amount);
        expect(free).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('counts nothing of a sale for which the PIN was given', () => {
    expect(spentWithoutPin({ free: 10, isGiven: true }, 500)).toBe(0);
    expect(spentWithoutPin({ free: 10, isGiven: false }, 7)).toBe(7);
    expect(spentWithoutPin(null, 7)).toBe(0);
  });
});

describe('a sale without a link on a voucher that has a PIN', () => {
  const caps = { voucherCap: 50_000, deviceCap: 100_000 };
  const shortfall = { onVoucher: 0, onDevice: 0, proven: null };
  const settled = { balance: 200_000, blocked: null, isOwn: true } as const;
  const settle = (price: number, pin: PinFacts, balance: number = settled.balance) =>
    decideSettlement(
      { price },
      { voucher: { ...settled, balance }, purchase: 'open', pin, caps, creditLeft: null, shortfall },
    );

  it('is settled up to what goes without the PIN and waits for a person above it', () => {
    expect(settle(30_000, { free: 30_000, isGiven: false })).toMatchObject({ kind: 'post' });
    expect(settle(30_001, { free: 30_000, isGiven: false })).toEqual({
      kind: 'review',
      reason: 'PIN_MISSING',
    });
  });

  it('waits only for what the voucher would give: what is missing on it is a shortfall as ever', () => {
    expect(settle(40_000, { free: 20_000, isGiven: false }, 15_000)).toEqual({
      kind: 'post',
      plan: { taken: 15_000, reason: 'SPENT_ELSEWHERE' },
    });
  });

  it('is taken from the voucher by its market only in the name of its customer', () => {
    const about = {
      kind: 'sale' as const,
      price: 60_000,
      reason: 'PIN_MISSING' as const,
      voucher: settled,
      pointsEvery: 1_000,
    };
    const line = { state: 'review' as const, operation: 'open' as const, isCustomerKnown: true, about };
    expect(decideAssignment({ to: 'customer' }, line)).toMatchObject({
      plan: { kind: 'pay', taken: 60_000 },
    });
    expect(decideAssignment({ to: 'guarantee' }, line)).toMatchObject({ plan: { kind: 'pay-directly' } });
    expect(decideAssignment({ to: 'stall' }, line)).toMatchObject({ plan: { kind: 'leave' } });
  });

  it('is refused above the amount on every device, which does not know which vouchers have a PIN', () => {
    const limits = { ...defaultOfflineLimits, perVoucher: toAmount(80_000), pinAbove: toAmount(50_000) };
    expect(limitsOfDevice(limits, toAmount(1)).perVoucher).toBe(50_000);
    expect(limitsOfDevice({ ...limits, pinAbove: toAmount(90_000) }, toAmount(1)).perVoucher).toBe(80_000);
    const { pinAbove: _absent, ...older } = limits;
    expect(limitsOfDevice(older, toAmount(1)).perVoucher).toBe(80_000);
  });
});

describe('other ways to the balance of a voucher that has a PIN', () => {
  const now = new Date('2026-03-28T14:00:00Z');
  it('a till reissues it with a code of its market alone, a market by its papers', () => {
    const found = { balance: 700, expiresAt: null, identificacion: '1234567', hasPin: true };
    const till = { code: 'none' as const, blockedAt: 0, delayMs: 1, perDay: 5, doneToday: 0 };
    const facts = { voucher: found, isNewTaken: false, now };
    const asked = { identificacion: '1234567' };
    expect(decideReissue(asked, { ...facts, till })).toEqual({ kind: 'refuse', code: 'PIN_ASKS_MARKET' });
    expect(decideReissue(asked, { ...facts, till: { ...till, code: 'valid' } }).kind).toBe('post');
    expect(decideReissue(asked, { ...facts, till: null }).kind).toBe('post');
  });

  it('a till joins it with a code of its market alone, and the code is used up', () => {
    const part: JoinPart = {
      state: 'ACTIVE',
      balance: 300,
      expiresAt: null,
      personId: 'luz',
      marketId: 'plaza',
      identificacion: '1234567',
      hasPin: false,
    };
    const join = (code: 'none' | 'valid' | 'invalid') =>
      decideJoin(
        { identificacion: '1234567' },
        { parts: [part, { ...part, hasPin: true }], isNewTaken: false, till: { isFromList: false, code } },
      );
    expect(join('none')).toEqual({ kind: 'refuse', code: 'PIN_ASKS_MARKET' });
    expect(join('invalid')).toEqual({ kind: 'refuse', code: 'MARKET_CODE_INVALID' });
    expect(join('valid')).toMatchObject({ kind: 'post', plan: { usesCode: true } });
  });

  it('a till gives no cash back for its top-up, by a call or by a journal', () => {
    const topUp = {
      amount: 5,
      balance: 5,
      isVoided: false,
      isBlocked: false,
      isExpired: false,
      isPromised: false,
      hasPin: true,
      till: 5,
      missingAtCount: null,
    };
    const entry = {
      isInTime: true,
      isOwn: true,
      isRevoked: false,
      operator: { isActive: true, isSuspended: false },
      isOfBefore: false,
      isFork: false,
      isProven: false,
    };
    const ofPoint = { ...topUp, point: { isSameDay: true } };
    expect(decideTopUpVoid(ofPoint, null)).toEqual({ kind: 'refuse', code: 'PIN_ASKS_MARKET' });
    expect(decideTopUpVoid(ofPoint, entry)).toEqual({ kind: 'review', reason: 'PIN_MISSING' });
    expect(decideTopUpVoid({ ...topUp, point: null }, null).kind).toBe('post');
  });
});

describe('choosing a PIN', () => {
  const choice = { isOwn: true, isUnspent: true, hasPin: false, issuedAt: 0, now: 60_000 };
  it('is for the till that issued the voucher, once, before it is spent and while its customer is there', () => {
    expect(decidePinChoice('7306', choice)).toBeNull();
    for (const other of [{ isOwn: false }, { isUnspent: false }, { hasPin: true }, { now: 3_600_001 }])
      expect(decidePinChoice('7306', { ...choice, ...other })).toEqual({ code: 'PIN_TOO_LATE' });
    expect(decidePinChoice('1234', choice)).toEqual({ code: 'PIN_WEAK' });
  });

  it('refuses what a finder would try first', () => {
    const weak = ['0000', '1234', '4321', '1212', '7722', '1221', '1984', '2580'];
    expect(weak.filter((pin) => !isWeakVoucherPin(pin))).toEqual([]);
    expect(['7306', '4821', '9150', '3842'].filter(isWeakVoucherPin)).toEqual([]);
    const strong = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
    expect(strong.filter((pin) => !isWeakVoucherPin(pin)).length).toBeGreaterThan(9_000);
  });
});

describe('the limit of a stall\u2019s device', () => {
  const limits = { perDevice: toAmount(1_000_000), stallFloor: toAmount(100_000) };
  it('is twice the median of its days, between the floor and the limit of the market', () => {
    expect(stallLimit(limits, [])).toBe(100_000);
    expect(stallLimit(limits, [900_000, 900_000])).toBe(100_000);
    expect(stallLimit(limits, [10_000, 364_000, 5_000_000])).toBe(728_000);
    expect(stallLimit(limits, [900_000, 900_000, 900_000])).toBe(1_000_000);
    expect(stallLimit({ ...limits, stallFloor: toAmount(3_000_000) }, [])).toBe(1_000_000);
    expect(stallLimit({ perDevice: limits.perDevice }, [])).toBe(1_000_000);
  });

  it('is judged by the largest limit that the device received from its list to its contact', () => {
    const days = ['2026-03-09', '2026-03-08', '2026-03-07', '2026-03-06'].map((day, n) => ({
      day,
      sold: [900_000, 300_000, 250_000, 200_000][n] ?? 0,
    }));
    const over = (from: string, to: string) => limitOver(limits, [days], { from, to });
    // The 8th counts from the 10th on: until then its sum may still grow.
    expect(over('2026-03-09', '2026-03-09')).toBe(100_000);
    expect(over('2026-03-10', '2026-03-10')).toBe(500_000);
    expect(over('2026-03-11', '2026-03-11')).toBe(550_000);
    expect(over('2026-03-09', '2026-03-11')).toBe(550_000);
    expect(over('2026-03-11', '2026-03-09')).toBe(550_000);
    expect(limitOver(limits, [days, []], { from: '2026-03-11', to: '2026-03-11' })).toBe(550_000);
    expect(limitOver(limits, [], { from: '2026-03-11', to: '2026-03-11' })).toBe(1_000_000);
  });

  it('never falls when the days grow, and one day alone moves it little', () => {
    const days = fc.array(fc.nat(2_000_000), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(days, fc.nat(100_000), (sold, more) => {
        const grown = sold.map((day) => day + more);
        expect(stallLimit(limits, grown)).toBeGreaterThanOrEqual(stallLimit(limits, sold));
      }),
    );
    const usual = Array.from({ length: 9 }, () => 200_000);
    expect(stallLimit(limits, [...usual, 50_000_000])).toBe(400_000);
  });
});
