import { describe, expect, it } from 'vitest';
import { decideTillCount } from '#src/domain/operations/cash/till-count.ts';

describe('a till counted by the market at its point', () => {
  const count = (counted: number, expected: number, reason = '') => ({ counted, expected, reason });

  it('is closed with what the ledger expects and the difference', () => {
    expect(decideTillCount(count(79, 80, 'Billete falso'), { till: 80 })).toEqual({
      kind: 'post',
      plan: { expected: 80, difference: -1 },
    });
  });

  it.each([
    ['of a point of another market', count(1, 0), null, { code: 'NOT_FOUND' }],
    ['that has moved since the screen was drawn', count(80, 70), 80, { code: 'TILL_MOVED', left: 80 }],
    ['with nothing in it', count(0, 0), 0, { code: 'NOTHING_TO_COUNT' }],
    ['with a difference and no reason', count(79, 80), 80, { code: 'REASON_REQUIRED' }],
  ])('is refused %s', (_name, counted, till, refused) => {
    expect(decideTillCount(counted, { till })).toEqual({ kind: 'refuse', ...refused });
  });
});
