import { describe, expect, it } from 'vitest';
import type { Answerer } from '#src/contract/cash/till.ts';
import { decideCashReceived } from '#src/operations/cash-received/rule.ts';

const part = (received: number) => ({ received, closes: null });
const closing = (received: number, expected: number, answers?: Answerer) => ({
  received,
  closes: { expected, answers },
});

describe('cash of a point received by its market', () => {
  it.each([
    ['in part, the rest stays in the till', part(79), [79, 79, 0, null]],
    ['in part, all of it', part(80), [80, 80, 0, null]],
    ['closing without a difference, for either answer', closing(80, 80, 'POINT'), [80, 80, 0, null]],
    ['short, the point owes it', closing(79, 80, 'POINT'), [79, 79, -1, 'POINT']],
    ['short, the market bears it', closing(79, 80, 'MARKET'), [80, 79, -1, 'MARKET']],
    ['over, the point gets it back', closing(81, 80, 'POINT'), [80, 80, 1, 'POINT']],
    ['over, the market keeps it', closing(81, 80, 'MARKET'), [80, 81, 1, 'MARKET']],
    ['all of it missing', closing(0, 80, 'MARKET'), [80, 0, -80, 'MARKET']],
  ] as const)('is posted %s', (_name, counted, [fromTill, toTreasury, difference, answers]) => {
    expect(decideCashReceived(counted, { till: 80 })).toEqual({
      kind: 'post',
      plan: { expected: 80, fromTill, toTreasury, difference, answers },
    });
  });

  it('is posted from an empty till that the market answers for', () => {
    const plan = { expected: 0, fromTill: 0, toTreasury: 9, difference: 9, answers: 'MARKET' };
    expect(decideCashReceived(closing(9, 0, 'MARKET'), { till: 0 })).toEqual({ kind: 'post', plan });
  });

  it.each([
    ['of a point of another market', part(1), null, { code: 'NOT_FOUND' }],
    ['of more than the till holds', part(81), 80, { code: 'TILL_MOVED', left: 80 }],
    ['of a till that has moved since the count', closing(80, 70), 80, { code: 'TILL_MOVED', left: 80 }],
    ['of nothing', part(0), 80, { code: 'NOTHING_TO_COUNT' }],
    ['of an empty till', closing(0, 0), 0, { code: 'NOTHING_TO_COUNT' }],
    ['with a difference that has no bearer', closing(79, 80), 80, { code: 'DIFFERENCE_UNANSWERED' }],
    ['with nothing and all of it owed', closing(0, 80, 'POINT'), 80, { code: 'NOTHING_TO_COUNT' }],
    ['with all of it given back', closing(9, 0, 'POINT'), 0, { code: 'NOTHING_TO_COUNT' }],
  ] as const)('is refused %s', (_name, counted, till, refused) => {
    expect(decideCashReceived(counted, { till })).toEqual({ kind: 'refuse', ...refused });
  });
});
