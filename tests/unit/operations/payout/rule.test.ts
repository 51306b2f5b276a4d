import { describe, expect, it } from 'vitest';
import {
  decidePayout,
  decidePayoutRun,
  type ListedPayment,
  type ListedStall,
} from '#src/operations/payout/rule.ts';

const stall = { owed: 10_000, withheld: 3_000 };
const pay = (amount: number, includesWithheld = false) => decidePayout({ amount, includesWithheld }, stall);

describe('a payout', () => {
  it('pays up to the last peso that is not withheld, and reports both balances', () => {
    expect(pay(7_000)).toEqual({ kind: 'post', plan: { owedBefore: 10_000, owedAfter: 3_000 } });
    expect(pay(7_001)).toEqual({ kind: 'refuse', code: 'MORE_THAN_OWED', left: 7_000 });
  });

  it('reports nothing left when more is withheld, or was voided, than owed', () => {
    const asked = { amount: 1, includesWithheld: false };
    for (const poor of [
      { owed: 2_000, withheld: 2_001 },
      { owed: -9_000, withheld: 0 },
    ])
      expect(decidePayout(asked, poor)).toMatchObject({ code: 'MORE_THAN_OWED', left: 0 });
  });
});

describe('a run of payouts', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const line = (stallId: string, own: Partial<ListedPayment> = {}): ListedPayment => ({
    stallId,
    amount: 7_000,
    paid: 500,
    wayAt: at,
    ...own,
  });
  const known = (own: Partial<ListedStall> = {}): ListedStall => ({ ...stall, paid: 500, wayAt: at, ...own });
  const run = (payments: readonly ListedPayment[], stalls: Record<string, ListedStall>) =>
    decidePayoutRun(payments, new Map(Object.entries(stalls)));

  it('plans each stall as if paid alone', () => {
    const decided = run([line('a'), line('b', { amount: 1 })], { a: known(), b: known({ owed: 3_001 }) });
    expect(decided).toEqual({
      kind: 'post',
      plan: new Map([
        ['a', { owedBefore: 10_000, owedAfter: 3_000 }],
        ['b', { owedBefore: 3_001, owedAfter: 3_000 }],
      ]),
    });
  });

  it('refuses all when one stall is of another market, or is named twice', () => {
    expect(run([line('a'), line('b')], { a: known() })).toMatchObject({ code: 'UNKNOWN_STALL' });
    expect(run([line('a'), line('a')], { a: known() })).toMatchObject({ code: 'UNKNOWN_STALL' });
  });

  it.each<[string, Partial<ListedPayment>]>([
    ['less can be paid', { amount: 7_001 }],
    ['the stall was paid meanwhile', { paid: 499 }],
    ['the list knew of a later payout', { paid: 501 }],
    ['the stall chose another payment way', { wayAt: '2026-11-19T10:00:00.000Z' }],
    ['the stall chose its first payment way', { wayAt: null }],
  ])('refuses all and names what can be paid where %s', (_, own) => {
    const stalls = { a: known(), b: known({ owed: 5_000 }), c: known({ owed: 1 }) };
    const decided = run([line('a', own), line('b', { amount: 1 })], { a: stalls.a, b: stalls.b });
    expect(decided).toEqual({ kind: 'refuse', code: 'LIST_MOVED', left: 9_000 });
    expect(run([line('c', own)], { c: stalls.c })).toMatchObject({ code: 'LIST_MOVED', left: 0 });
  });

  it('skips the comparison of payment ways that the list did not show', () => {
    expect(run([line('a', { wayAt: undefined })], { a: known() }).kind).toBe('post');
    expect(run([line('a', { wayAt: null })], { a: known({ wayAt: null }) }).kind).toBe('post');
  });
});
