import { describe, expect, it } from 'vitest';
import { decideTillFloat } from '#src/operations/till-float/rule.ts';

describe('a float', () => {
  const decide = (amount: number, cash: number) =>
    decideTillFloat({ amount }, { till: { cash, ceiling: 5_300 } });

  it('adds to the cash in its till, even below 0, up to the ceiling', () => {
    for (const cash of [0, 5_000, -200])
      expect(decide(300, cash)).toEqual({ kind: 'post', plan: { expected: cash + 300 } });
    expect(decide(301, 5_000)).toEqual({ kind: 'refuse', code: 'TILL_FULL', left: 300 });
    expect(decide(1, 6_000)).toEqual({ kind: 'refuse', code: 'TILL_FULL', left: 0 });
  });

  it('refuses a point of another market', () => {
    expect(decideTillFloat({ amount: 300 }, { till: null })).toEqual({ kind: 'refuse', code: 'NOT_FOUND' });
  });
});
