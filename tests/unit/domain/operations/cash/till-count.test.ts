import { describe, expect, it } from 'vitest';
import type { Answerer } from '#src/contract/cash/till.ts';
import { decideTillCount } from '#src/domain/operations/cash/till-count.ts';

describe("a market's count of a till at its point", () => {
  const count = (counted: number, expected: number, reason = '', answers: Answerer = 'MARKET') => ({
    counted,
    expected,
    reason,
    answers,
  });

  it('closes it with the expected amount and the difference', () => {
    expect(decideTillCount(count(79, 80, 'Billete falso'), { till: 80 })).toEqual({
      kind: 'post',
      plan: { expected: 80, difference: -1, answers: 'MARKET', account: 'cash-difference' },
    });
    expect(decideTillCount(count(80, 80, '', 'POINT'), { till: 80 })).toEqual({
      kind: 'post',
      plan: { expected: 80, difference: 0, answers: null, account: null },
    });
  });

  it.each([
    ['missing stays in its till', 79, 'cash'],
    ['left over goes back to it', 81, 'treasury'],
  ])('with the point as bearer: %s', (_what, counted, account) => {
    const decision = decideTillCount(count(counted, 80, 'No sabe', 'POINT'), { till: 80 });
    expect(decision).toMatchObject({ kind: 'post', plan: { answers: 'POINT', account } });
  });

  it.each([
    ['all of it missing', 0, 80, -80],
    ['money in an empty till', 9, 0, 9],
  ])('with the market as bearer: %s', (_what, counted, till, difference) => {
    expect(decideTillCount(count(counted, till, 'No se sabe'), { till })).toMatchObject({
      kind: 'post',
      plan: { difference, account: 'cash-difference' },
    });
  });

  it.each([
    ['of a point of another market', count(1, 0), null, { code: 'NOT_FOUND' }],
    ['that has moved since the screen was drawn', count(80, 70), 80, { code: 'TILL_MOVED', left: 80 }],
    ['with nothing in it', count(0, 0), 0, { code: 'NOTHING_TO_COUNT' }],
    ['with a difference and no reason', count(79, 80), 80, { code: 'REASON_REQUIRED' }],
    ['with nothing and all of it owed', count(0, 80, 'Nada', 'POINT'), 80, { code: 'NOTHING_TO_COUNT' }],
    ['with all of it given back', count(9, 0, 'Sobra', 'POINT'), 0, { code: 'NOTHING_TO_COUNT' }],
  ])('is refused %s', (_name, counted, till, refused) => {
    expect(decideTillCount(counted, { till })).toEqual({ kind: 'refuse', ...refused });
  });
});
