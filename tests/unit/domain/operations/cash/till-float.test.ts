import { describe, expect, it } from 'vitest';
import { decideTillFloat } from '#src/domain/operations/cash/till-float.ts';

describe('a float', () => {
  it('adds to the cash in its till, even below 0', () => {
    for (const till of [0, 5_000, -200])
      expect(decideTillFloat({ amount: 300 }, { till })).toEqual({
        kind: 'post',
        plan: { expected: till + 300 },
      });
  });

  it('refuses a point of another market', () => {
    expect(decideTillFloat({ amount: 300 }, { till: null })).toEqual({ kind: 'refuse', code: 'NOT_FOUND' });
  });
});
