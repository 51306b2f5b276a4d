import { describe, expect, it } from 'vitest';
import { assignees, type Assignee } from '#src/contract/conflicts/schemas.ts';
import { decideAssignment, type AssignmentFacts } from '#src/operations/assignment/rule.ts';
import type { TopUpVoidFacts } from '#src/operations/top-up-void/rule.ts';
import type { TopUpFacts } from '#src/operations/top-up/rule.ts';
import { toPoints } from '#src/protocol/brands.ts';

type About = AssignmentFacts['about'];
const overspend: About = { kind: 'overspend', missing: 300, covered: 250, pointsEvery: 100 };
const voucher = { balance: 200, blocked: null, isOwn: true };
const sale = {
  kind: 'sale',
  price: 500,
  reason: 'BEYOND_LIMITS',
  voucher,
  creditLeft: null,
  pointsEvery: 100,
} as const satisfies About;
const made: TopUpFacts = {
  max: 100,
  customer: 'active',
  point: 'active',
  isVoucherTaken: false,
  isApproved: true,
  till: null,
};
const topUp: About = { kind: 'cash-taken', amount: 500, topUp: made };
const undone: TopUpVoidFacts = {
  amount: 500,
  isOwn: true,
  balance: 200,
  isVoided: false,
  isBlocked: false,
  isExpired: false,
  isPromised: false,
  point: null,
  till: 500,
  missingAtCount: null,
};
const topUpVoid: About = { kind: 'cash-returned', amount: 500, reason: 'SPENT_ELSEWHERE', topUp: undone };
const sale500 = {
  price: 500,
  isVoided: false,
  missing: 100,
  isAssigned: false,
  points: toPoints(0),
  stall: null,
};
const withdrawal: About = {
  kind: 'give-back',
  purchase: { state: 'paid', facts: sale500 },
};

const decide = (to: Assignee, about: About, own: Partial<AssignmentFacts> = {}) =>
  decideAssignment({ to }, { state: 'review', operation: 'open', isCustomerKnown: true, about, ...own });
const planOf = (...given: Parameters<typeof decide>) => {
  const decided = decide(...given);
  if (decided.kind === 'close') return decided.kind;
  return decided.kind === 'post' ? decided.plan : decided.code;
};
const leave = (missing = 0) => ({ kind: 'leave', missing });

describe('a line that needs no decision', () => {
  it.each([overspend, sale, topUp, topUpVoid, withdrawal])('is decided once: %o', (about) => {
    for (const to of assignees) {
      expect(planOf(to, about, { state: 'resolved' })).toBe('WRONG_STATE');
      expect(planOf(to, about, { operation: 'answered' })).toBe('close');
    }
  });

  it('may only be borne by its stall when the sale is never paid under its id', () => {
    for (const to of ['guarantee', 'customer'] as const) {
      expect(planOf(to, sale, { operation: 'reused' })).toBe('KEY_REUSED');
      expect(planOf(to, sale, { operation: 'withdrawn' })).toBe('WITHDRAWN');
    }
    expect(planOf('stall', sale, { operation: 'reused' })).toEqual(leave());
    expect(planOf('stall', sale, { operation: 'withdrawn' })).toEqual(leave());
  });
});

describe('a deleted customer', () => {
  const gone = { isCustomerKnown: false };
  it.each([overspend, sale, topUpVoid])('cannot bear a loss: %o', (about) => {
    expect(planOf('customer', about, gone)).toBe('UNKNOWN_CUSTOMER');
    expect(planOf('guarantee', about, gone)).not.toBe('UNKNOWN_CUSTOMER');
    expect(planOf('stall', about, gone)).not.toBe('UNKNOWN_CUSTOMER');
  });
});

describe("a voucher's shortfall", () => {
  it('is assigned whole, with its points unless the stall bears it', () => {
    const bear = { kind: 'bear', missing: 300 };
    expect(planOf('guarantee', overspend)).toEqual({ ...bear, points: 3 });
    expect(planOf('customer', overspend)).toEqual({ ...bear, points: 3 });
    expect(planOf('stall', overspend)).toEqual({ ...bear, points: null });
    expect(planOf('guarantee', { ...overspend, pointsEvery: null })).toEqual({ ...bear, points: null });
    expect(planOf('guarantee', { ...overspend, missing: 49 })).toMatchObject({ points: 0 });
    expect(planOf('guarantee', { ...overspend, missing: 50 })).toMatchObject({ points: 1 });
  });
});

describe('a sale that was set aside', () => {
  it("takes its voucher's balance, and the rest is assigned", () => {
    const pay = { kind: 'pay', taken: 200, missing: 300, reason: 'BEYOND_LIMITS', points: 3 };
    expect(planOf('guarantee', sale)).toEqual(pay);
    expect(planOf('stall', sale)).toEqual(leave());
    const full = { ...sale, voucher: { ...voucher, balance: 500 } };
    expect(planOf('guarantee', full)).toEqual({
      kind: 'pay',
      taken: 500,
      missing: 0,
      reason: null,
      points: null,
    });
    const blocked = { ...sale, voucher: { ...voucher, blocked: 'person' as const } };
    expect(planOf('guarantee', blocked)).toMatchObject({ kind: 'pay', taken: 0, missing: 500, points: 5 });
  });

  it.each([{ voucher: null }, { voucher: { ...voucher, isOwn: false } }, { reason: 'BAD_PROOF' as const }])(
    'is paid without a voucher: %o',
    (own) => {
      for (const to of ['guarantee', 'customer'] as const)
        expect(planOf(to, { ...sale, ...own })).toEqual({ kind: 'pay-directly', missing: 500 });
    },
  );
});

describe('a top-up that was set aside', () => {
  it('is made above the maximum too, or not at all when its point bears it', () => {
    expect(planOf('guarantee', topUp)).toEqual({ kind: 'make-top-up' });
    expect(planOf('customer', topUp)).toEqual({ kind: 'make-top-up' });
    expect(planOf('stall', topUp)).toEqual(leave());
  });

  it.each([
    [{ customer: 'unknown' }, 'UNKNOWN_CUSTOMER'],
    [{ isVoucherTaken: true }, 'VOUCHER_EXISTS'],
  ] as const)('is not made with %o', (own, code) => {
    const about: About = { ...topUp, topUp: { ...made, ...own } };
    expect(planOf('guarantee', about)).toBe(code);
    expect(planOf('stall', about)).toEqual(leave());
  });
});

describe('a top-up whose cash was returned', () => {
  const undo = { kind: 'cash-returned', taken: 200, missing: 300, paidFrom: 'TILL' };
  it("pays its voucher's balance, and the rest is assigned", () => {
    expect(planOf('guarantee', topUpVoid)).toEqual(undo);
    expect(planOf('customer', topUpVoid)).toEqual(undo);
    expect(planOf('stall', topUpVoid)).toEqual(leave(500));
    const with_ = (own: Partial<TopUpVoidFacts>) =>
      planOf('guarantee', { ...topUpVoid, topUp: { ...undone, ...own } });
    expect(with_({ balance: 700 })).toEqual({ ...undo, taken: 500, missing: 0 });
    expect(with_({ till: 499 })).toEqual({ ...undo, paidFrom: 'MARKET' });
  });

  it('is counted once, unless its line says that it was returned before', () => {
    const voided = { ...topUpVoid, topUp: { ...undone, isVoided: true } };
    expect(planOf('guarantee', voided)).toEqual({ kind: 'nothing' });
    const again: About = { ...voided, reason: 'CASH_RETURNED' };
    expect(planOf('guarantee', again)).toEqual({ ...undo, taken: 0, missing: 500 });
    expect(planOf('stall', voided)).toEqual(leave(500));
  });

  it("is identified by the ledger, with the ledger's amount", () => {
    expect(planOf('guarantee', { ...topUpVoid, topUp: null })).toBe('UNKNOWN_TOP_UP');
    expect(planOf('guarantee', { ...topUpVoid, amount: 501 })).toBe('UNKNOWN_TOP_UP');
    expect(planOf('stall', { ...topUpVoid, topUp: null })).toEqual(leave(500));
  });
});

describe("a withdrawal beyond its stall's own voids", () => {
  it("is voided by the market's rules, and the fund refunds the stall what vouchers get back", () => {
    const plan = { price: 500, fromUncovered: 100, points: 0 };
    expect(planOf('guarantee', withdrawal)).toEqual({ kind: 'take-back', plan, fromFund: 400 });
    expect(planOf('stall', withdrawal)).toEqual({ kind: 'take-back', plan, fromFund: 0 });
  });

  it('keeps the sale when the customer bears it, or when it was never paid', () => {
    expect(planOf('customer', withdrawal)).toEqual(leave());
    for (const state of ['none', 'refused'] as const)
      expect(planOf('guarantee', { ...withdrawal, purchase: { state } })).toEqual(leave());
  });

  it('has nothing left to do after a complete void, and is refused after an assigned loss', () => {
    const of = (own: object): About => ({
      ...withdrawal,
      purchase: { state: 'paid', facts: { ...sale500, ...own } },
    });
    expect(planOf('guarantee', of({ isVoided: true }))).toEqual({ kind: 'nothing' });
    expect(planOf('guarantee', of({ isAssigned: true }))).toBe('SALE_ASSIGNED');
  });
});
