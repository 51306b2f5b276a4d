import { describe, expect, it } from 'vitest';
import { doubtOf } from '#src/operations/doubt.ts';
import { decideTopUpVoid } from '#src/operations/top-up-void/rule.ts';
import { decideVoid, type VoidFacts } from '#src/operations/void/rule.ts';
import { decideOwnWithdrawal, decideWithdrawal } from '#src/operations/withdrawal/rule.ts';
import { toPoints } from '#src/protocol/brands.ts';
import { trustedEntry } from '#tests/support/market/trusted-entry.ts';

const trusted = { ...trustedEntry, isInTime: true };
const nothingHeld = { balance: toPoints(0), redeemedSince: toPoints(0) };
const sale = (stall: Partial<NonNullable<VoidFacts['stall']>> = {}, isVoided = false): VoidFacts => ({
  price: 100,
  isVoided,
  missing: 0,
  isAssigned: false,
  points: toPoints(0),
  stall: { isSameDay: true, payable: 1_000, points: nothingHeld, ...stall },
});
const paid = (...of: Parameters<typeof sale>) => ({ state: 'paid' as const, facts: sale(...of) });
const whole = { price: 100, fromUncovered: 0, points: 0 };
const suspended = { isActive: true, isSuspended: true };

describe('doubts about a journal entry', () => {
  it.each([
    [{}, null],
    [{ isRevoked: true }, 'DEVICE_REVOKED'],
    [{ operator: null }, 'NOT_OPERATOR'],
    [{ operator: { isActive: false, isSuspended: false } }, 'OPERATOR_INACTIVE'],
    [{ operator: suspended }, 'NOT_OPERATOR'],
    [{ operator: suspended, isOfBefore: true }, null],
    [{ isFork: true }, 'JOURNAL_FORK'],
    [{ isFork: true, isRevoked: true, isProven: true }, null],
  ] as const)('%o: %s', (own, doubt) => {
    expect(doubtOf({ ...trusted, ...own })).toBe(doubt);
  });
});

describe('a withdrawal of a paid sale', () => {
  it.each([
    [{}, { isSameDay: false }, 'TOO_LATE'],
    [{}, { payable: 99 }, 'PAID_OUT'],
    [{ isInTime: false }, {}, 'TIME_IMPLAUSIBLE'],
    [{ isRevoked: true }, {}, 'DEVICE_REVOKED'],
    [{ operator: null }, {}, 'NOT_OPERATOR'],
  ] as const)('becomes a line: %o %o', (entry, stall, reason) => {
    expect(decideWithdrawal(paid(stall), { ...trusted, ...entry })).toEqual({
      kind: 'review',
      reason,
    });
  });

  const spent = { balance: toPoints(0), redeemedSince: toPoints(10) };
  it.each([
    ['its points are spent', { ...sale({ points: spent }), points: toPoints(10) }, 'POINTS_SPENT'],
    ['its loss was assigned', { ...sale(), isAssigned: true, stall: null }, 'SPENT_ELSEWHERE'],
  ])('becomes a line when %s', (_why, facts, reason) => {
    expect(decideWithdrawal({ state: 'paid', facts }, trusted)).toEqual({ kind: 'review', reason });
  });
});

describe('a withdrawn purchase', () => {
  it('is forbidden when it was never made, and unchanged when refused or voided', () => {
    expect(decideWithdrawal({ state: 'none' }, trusted)).toEqual({ kind: 'post', plan: { kind: 'forbid' } });
    const nothing = { kind: 'post', plan: { kind: 'nothing' } };
    expect(decideWithdrawal({ state: 'refused' }, trusted)).toEqual(nothing);
    expect(decideWithdrawal(paid({}, true), trusted)).toEqual(nothing);
  });

  it('is voided when paid, as far as a void could', () => {
    expect(decideWithdrawal(paid(), trusted)).toEqual({ kind: 'post', plan: { kind: 'void', plan: whole } });
    expect(decideWithdrawal(paid({ payable: 0 }), trusted)).toEqual({ kind: 'review', reason: 'PAID_OUT' });
  });

  it('gets no receipt while its person may still sign in, if it was never made', () => {
    const wait = { kind: 'wait', code: 'SIGN_IN_AGAIN' };
    expect(decideWithdrawal({ state: 'none' }, { ...trusted, operator: null })).toEqual(wait);
    expect(decideWithdrawal({ state: 'none' }, { ...trusted, operator: suspended })).toEqual(wait);
    expect(decideWithdrawal({ state: 'none' }, { ...trusted, isRevoked: true })).toMatchObject({
      plan: { kind: 'forbid' },
    });
  });
});

describe('an operation withdrawn by a call', () => {
  const plan = (kind: string) => ({ kind: 'post', plan: { kind } });
  const decided = (...of: Parameters<typeof sale>) => decideOwnWithdrawal({ void: decideVoid(sale(...of)) });

  it('is forbidden or unchanged when it was not made, and refused under the id of another', () => {
    expect(decideOwnWithdrawal('none')).toEqual(plan('forbid'));
    expect(decideOwnWithdrawal('refused')).toEqual(plan('nothing'));
    expect(decideOwnWithdrawal('reused')).toEqual({ kind: 'refuse', code: 'KEY_REUSED' });
    const unknown = { kind: 'refuse', code: 'UNKNOWN_TOP_UP' };
    expect(decideOwnWithdrawal({ void: decideTopUpVoid(null) })).toEqual(unknown);
  });

  it('is voided for its stall, and stands for a holder, because goods may have been handed over', () => {
    expect(decided()).toEqual({ kind: 'post', plan: { kind: 'void', plan: whole } });
    expect(decideOwnWithdrawal({ void: null })).toEqual(plan('stands'));
    expect(decided({}, true)).toEqual(plan('nothing'));
    expect(decided({ isSameDay: false })).toEqual(plan('stands'));
  });
});
