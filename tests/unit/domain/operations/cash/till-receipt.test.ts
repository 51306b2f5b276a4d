import { describe, expect, it } from 'vitest';
import type { HandOverState } from '#src/contract/cash/till-hand-over.ts';
import { decideTillDifference, decideTillReceipt } from '#src/domain/operations/cash/till-receipt.ts';

describe("a hand-over's receipt by another person", () => {
  const facts = { handOver: { amount: 80, state: 'IN_TRANSIT' as HandOverState }, isOwn: false };
  const post = (difference: number, answers: string | null, account: string | null) => ({
    kind: 'post',
    plan: { declared: 80, difference, answers, account },
  });

  it('needs no answer when the count matches', () => {
    expect(decideTillReceipt({ counted: 80, answers: null }, facts)).toEqual(post(0, null, null));
    expect(decideTillReceipt({ counted: 80, answers: 'POINT' }, facts)).toEqual(post(0, null, null));
  });

  it.each([
    [78, 'POINT', 'cash'],
    [85, 'POINT', 'treasury'],
    [78, 'MARKET', 'cash-difference'],
    [78, 'OPEN', 'in-transit'],
    [0, 'POINT', 'cash'],
  ] as const)('with %i counted is posted when %s answers for the difference', (counted, answers, account) => {
    expect(decideTillReceipt({ counted, answers }, facts)).toEqual(post(counted - 80, answers, account));
  });

  it.each([
    [
      'with a difference that nobody answers for',
      { counted: 78, answers: null },
      {},
      'DIFFERENCE_UNANSWERED',
    ],
    ['of nothing while nobody knows', { counted: 0, answers: 'OPEN' }, {}, 'NOTHING_TO_COUNT'],
    ['by whoever handed it over', { counted: 80, answers: null }, { isOwn: true }, 'HAND_OVER_OWN'],
    ['of another market', { counted: 80, answers: null }, { handOver: null }, 'NOT_FOUND'],
    [
      'twice',
      { counted: 80, answers: null },
      { handOver: { amount: 80, state: 'RECEIVED' } },
      'HAND_OVER_CLOSED',
    ],
    [
      'that was taken back',
      { counted: 80, answers: null },
      { handOver: { amount: 80, state: 'TAKEN_BACK' } },
      'HAND_OVER_CLOSED',
    ],
  ] as const)('is refused %s', (_name, received, own, code) => {
    expect(decideTillReceipt(received, { ...facts, ...own })).toEqual({ kind: 'refuse', code });
  });

  it('has its open difference assigned once', () => {
    const open = { difference: -2, answers: 'OPEN' as const };
    expect(decideTillDifference({ answers: 'POINT' }, open)).toEqual({
      kind: 'post',
      plan: { difference: -2, account: 'cash' },
    });
    expect(decideTillDifference({ answers: 'MARKET' }, open)).toMatchObject({
      plan: { account: 'cash-difference' },
    });
    for (const answers of ['POINT', 'MARKET', null] as const)
      expect(decideTillDifference({ answers: 'POINT' }, { difference: -2, answers })).toMatchObject({
        code: 'DIFFERENCE_ANSWERED',
      });
    expect(decideTillDifference({ answers: 'POINT' }, null)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
