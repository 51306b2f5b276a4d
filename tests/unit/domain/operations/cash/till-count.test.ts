import { describe, expect, it } from 'vitest';
import { decideTillCount, isCountedBlind } from '#src/domain/operations/cash/till-count.ts';

const told = (till: number | null) => ({ till, isBlind: false });
const blind = (till: number | null) => ({ till, isBlind: true });
const count = (counted: number, expected: number | null, reason = '') => ({ counted, expected, reason });

describe('a till count', () => {
  it('refuses a point that the market does not have', () => {
    expect(decideTillCount(count(1, 1), told(null))).toMatchObject({ code: 'NOT_FOUND' });
    expect(decideTillCount(count(1, null), blind(null))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses a till that has moved since the screen was drawn, and names what is expected now', () => {
    for (const expected of [4_999, 5_001, null])
      expect(decideTillCount(count(5_000, expected), told(5_000))).toEqual({
        kind: 'refuse',
        code: 'TILL_MOVED',
        left: 5_000,
      });
    expect(decideTillCount(count(5_000, 5_000), told(5_000))).toEqual({
      kind: 'post',
      plan: { expected: 5_000, difference: 0 },
    });
  });

  it('refuses an empty till that nothing was counted in', () => {
    expect(decideTillCount(count(0, 0), told(0))).toMatchObject({ code: 'NOTHING_TO_COUNT' });
    expect(decideTillCount(count(0, null), blind(0))).toMatchObject({ code: 'NOTHING_TO_COUNT' });
    expect(decideTillCount(count(1, 0, 'sobra'), told(0))).toMatchObject({ plan: { difference: 1 } });
  });

  it('needs a reason for a difference of one peso', () => {
    for (const counted of [4_999, 5_001]) {
      expect(decideTillCount(count(counted, 5_000), told(5_000))).toMatchObject({ code: 'REASON_REQUIRED' });
      expect(decideTillCount(count(counted, 5_000, 'x'), told(5_000))).toMatchObject({
        plan: { expected: 5_000, difference: counted - 5_000 },
      });
    }
  });

  it('compares nothing and asks for no reason where its point counts blind', () => {
    expect(decideTillCount(count(1, null), blind(5_000))).toEqual({
      kind: 'post',
      plan: { expected: 5_000, difference: -4_999 },
    });
    expect(isCountedBlind({ isPoint: true, wantsBlind: true })).toBe(true);
    expect(isCountedBlind({ isPoint: false, wantsBlind: true })).toBe(false);
    expect(isCountedBlind({ isPoint: true, wantsBlind: false })).toBe(false);
  });
});
